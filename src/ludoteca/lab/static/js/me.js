// Who uses the page: a member of a class, or somebody in a lab without one.

import { get } from "./api.js";

/** @typedef {{ id: string, name: string, role: "teacher" | "student", joined: number }} Member */

/** @type {{ name: string | null, member: Member | null, address: string }} */
let known = { name: null, member: null, address: "/" };

export async function loadMe() {
  known = await get("/me");
}

export const me = () => known;

export const isTeacher = () => known.member?.role === "teacher";

// The name of the knowledge file that a mind plays by, without the shelf.
export const fileOf = (mind) =>
  mind
    .match(/[:,]file=([^,]+)/)?.[1]
    .split("/")
    .pop();

// The shelf of the knowledge file that a mind plays by, if it is somebody else's.
export function foreignShelf(mind) {
  const shelf = mind?.match(/[:,]file=([0-9a-f]{10})\//)?.[1];
  return shelf && shelf !== known.member?.id ? shelf : undefined;
}
