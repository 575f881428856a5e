"""Learning with PyTorch on a GPU, if there is one. PyTorch is optional: nothing else of the house uses it."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ludoteca.minds.learned.weights import Network
from ludoteca.rules.kernel.network_arrays import Floats
from ludoteca.training.config import Config
from ludoteca.training.images import Images
from ludoteca.training.learner import Learner, Losses
from ludoteca.training.self_play import Half, Samples

_IMAGES = ("seats", "counts", "first", "inputs", "moves")


def pinned(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array in memory that the GPU copies from and to without a detour."""
    kind = {np.uint8: torch.uint8, np.float32: torch.float32}[dtype]
    return torch.zeros(shape, dtype=kind, pin_memory=torch.cuda.is_available()).numpy()


class TorchLearner(Learner):
    """A learner on the GPU, with its samples there too."""

    def __init__(self, config: Config, network: Network) -> None:
        self._config, self._network = config, network
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(config.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self._w = {name: torch.tensor(a, device=self._device, requires_grad=True) for name, a in network.arrays.items()}
        self._scales = torch.tensor(network.row_scales, device=self._device)
        self._adam = torch.optim.AdamW(list(self._w.values()), weight_decay=config.weight_decay, fused=True)
        size, n = network.size, config.replay
        self._inputs = torch.zeros((n, size.rows), dtype=torch.uint8, device=self._device)
        self._policies = torch.zeros((n, size.actions), dtype=torch.float16, device=self._device)
        self._results = torch.zeros((n, 2 * size.seats), device=self._device)
        self._kinds = torch.zeros(n, dtype=torch.int64, device=self._device)
        images = Images(config, network)
        self._images = {name: torch.tensor(getattr(images, name), device=self._device) for name in _IMAGES}
        self._has_images = images.are_many
        self._graphs: dict[int, tuple[Any, ...]] = {}
        self._added = 0
        self.steps = 0

    def _forward(self, inputs: Any) -> tuple[Any, Any]:
        w = self._w
        hidden = torch.relu((inputs.float() * self._scales) @ w["input"] + w["input_bias"])
        for block in range(self._network.blocks):
            inner = torch.relu(hidden @ w["inner"][block] + w["inner_bias"][block])
            hidden = torch.relu(hidden + inner @ w["outer"][block] + w["outer_bias"][block])
        return hidden @ w["policy"] + w["policy_bias"], hidden @ w["value"] + w["value_bias"]

    def evaluate(self, half: Half) -> None:
        if self._device.type != "cuda":
            with torch.no_grad():
                logits, outputs = self._forward(torch.from_numpy(half.inputs))
            half.logits[:], half.outputs[:] = logits.numpy(), outputs.numpy()
            return
        graph, inputs, logits, outputs = self._graphs.get(id(half)) or self._record(half)
        inputs.copy_(torch.from_numpy(half.inputs), non_blocking=True)
        graph.replay()
        torch.from_numpy(half.logits).copy_(logits, non_blocking=True)
        torch.from_numpy(half.outputs).copy_(outputs, non_blocking=True)
        torch.cuda.synchronize()

    def _record(self, half: Half) -> tuple[Any, ...]:
        """The evaluation of a half as a graph: one launch in place of many."""
        inputs = torch.zeros(half.inputs.shape, dtype=torch.uint8, device=self._device)
        with torch.no_grad():
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    self._forward(inputs)
            torch.cuda.current_stream().wait_stream(stream)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                logits, outputs = self._forward(inputs)
        self._graphs[id(half)] = graph, inputs, logits, outputs
        return self._graphs[id(half)]

    def add(self, samples: Samples) -> None:
        n = len(samples.kinds)
        places = (self._added + torch.arange(n, device=self._device)) % self._config.replay
        self._inputs[places] = torch.from_numpy(samples.inputs).to(self._device)
        self._policies[places] = torch.from_numpy(samples.policies).to(self._device).half()
        self._results[places] = torch.from_numpy(samples.results).to(self._device)
        self._kinds[places] = torch.from_numpy(samples.kinds).to(self._device).long()
        self._added += n

    def learn(self, steps: int, rate: float) -> Losses:
        for group in self._adam.param_groups:
            group["lr"] = rate
        losses = torch.zeros(3)
        for step in range(steps):
            rows = torch.randint(min(self._added, self._config.replay), (self._config.batch,), device=self._device)
            policy, result, score = self._losses(rows)
            self._adam.zero_grad()
            (policy + result + self._config.score_weight / 2 * score).backward()
            self._adam.step()
            self.steps += 1
            if step == steps - 1:
                losses = torch.stack([policy.detach(), result.detach(), score.detach()]).cpu()
        return Losses(*(float(loss) for loss in losses))

    def _losses(self, rows: Any) -> tuple[Any, Any, Any]:
        inputs, policies, kinds, images = self._inputs[rows], self._policies[rows], self._kinds[rows], self._images
        if self._has_images:
            drawn = (torch.rand(len(rows), device=self._device) * images["counts"][kinds]).long() + images["first"][
                kinds
            ]
            inputs, policies = inputs.gather(1, images["inputs"][drawn]), policies.gather(1, images["moves"][drawn])
        logits, outputs = self._forward(inputs)
        target = policies.float()
        chances = torch.log_softmax(logits.masked_fill(target <= 0, -1e9), dim=1)
        results, half = self._results[rows], outputs.shape[1] // 2
        at_table = torch.arange(half, device=self._device) < images["seats"][kinds][:, None]
        shares = torch.log_softmax(outputs[:, :half].masked_fill(~at_table, -1e9), dim=1)
        missed = (outputs[:, half:] - results[:, half:]) * at_table
        policy = -(target * chances).sum(1).mean()
        result = -(results[:, :half] * shares).sum(1).mean()
        return policy, result, (missed**2).sum(1).mean()

    def network(self) -> Network:
        for name, tensor in self._w.items():
            self._network.arrays[name][...] = tensor.detach().cpu().numpy()
        return self._network

    def state(self) -> dict[str, Floats]:
        found = {}
        for name, tensor in self._w.items():
            kept = self._adam.state.get(tensor)
            for k, moment in enumerate(("exp_avg", "exp_avg_sq")):
                found[f"{name}.{k}"] = (kept[moment] if kept else torch.zeros_like(tensor)).detach().cpu().numpy()
        return found

    def restore(self, state: dict[str, Floats], steps: int) -> None:
        self.steps = steps
        for name, tensor in self._w.items():
            mean, square = (torch.tensor(state[f"{name}.{k}"], device=self._device) for k in range(2))
            count = torch.tensor(float(steps), device=self._device)
            self._adam.state[tensor] = {"step": count, "exp_avg": mean, "exp_avg_sq": square}
