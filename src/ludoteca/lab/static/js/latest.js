// Answers that come late: of the requests for one place of a page, only the answer to the latest one is shown.

export class Latest {
  #current = null;

  // Begins a request; what is returned tells whether its answer is still wanted.
  begin() {
    const request = Symbol("request");
    this.#current = request;
    return () => request === this.#current;
  }

  // Drops the answers to all requests so far.
  drop() {
    this.#current = null;
  }
}
