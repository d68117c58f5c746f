"""Write checkpoints as one ONNX with half-precision weights, and check that it gives the same numbers.

python export.py OUT/ears.onnx EMBEDDING.onnx CKPT.pt [CKPT.pt …]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import torch
from embedding import pretrained
from network import Ears, Exported
from onnx import TensorProto, helper, numpy_helper

from narrator.hearing.logmel import BANDS


def halve(model: onnx.ModelProto) -> onnx.ModelProto:
    """Store large weights as float16 and cast them back when the model is loaded."""
    graph = model.graph
    casts = []
    for tensor in graph.initializer:
        if tensor.data_type == TensorProto.FLOAT and np.prod(tensor.dims) >= 64:
            name = tensor.name
            small = numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), name + "_half")
            tensor.CopyFrom(small)
            casts.append(helper.make_node("Cast", [name + "_half"], [name], to=TensorProto.FLOAT))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend(casts + nodes)
    onnx.checker.check_model(model)
    return model


def main(argv: list[str]) -> None:
    """Export, check, print the size and the largest difference."""
    torch.set_num_threads(1)
    networks = []
    for path in argv[2:]:
        net = Ears(pretrained(Path(argv[1])))
        net.load_state_dict(torch.load(path))
        networks.append(net.eval())
    example = torch.randn(1, 236, BANDS)
    out = Path(argv[0])
    out.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        Exported(networks),
        (example,),
        str(out),
        input_names=["mel"],
        output_names=["log_probs", "hidden"],
        opset_version=17,
        dynamo=False,
        dynamic_axes={
            "mel": {0: "batch", 1: "frames"},
            "log_probs": {1: "batch", 2: "steps"},
            "hidden": {1: "batch", 2: "steps"},
        },
    )
    model = halve(onnx.load(str(out)))
    model.doc_string = "narrator's built-in ears: see README.md beside this file"
    onnx.save(model, str(out))
    probe = torch.randn(1, 300, BANDS)
    with torch.no_grad():
        wanted = np.stack([net(probe).numpy() for net in networks])
    got, _ = ort.InferenceSession(str(out)).run(None, {"mel": probe.numpy()})
    apart = np.abs(np.exp(got) - np.exp(wanted)).max()
    print(f"{out}: {out.stat().st_size / 1e6:.2f} MB, probabilities at most {apart:.4f} apart")


if __name__ == "__main__":
    main(sys.argv[1:])
