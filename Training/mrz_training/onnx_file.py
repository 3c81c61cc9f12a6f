"""Writes a network as ONNX of fixed shape: OpenCV 4.6 reads convolutions, rectifiers, sums, and wants shapes known."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from .networks import DETECTOR, MAPS, RECOGNISER, RISE, SECOND_READER, padding


def convolution_nodes(weights, layers, x, rectified=True):
    """Nodes and initialisers of a chain of layers; answers the name of the last output too."""
    nodes, values = [], []
    for name, kernel, strides, dilation, _, added in layers:
        w = np.transpose(np.asarray(weights[name]["w"]), (3, 2, 0, 1))
        values += [
            numpy_helper.from_array(np.ascontiguousarray(w, np.float32), f"{name}.w"),
            numpy_helper.from_array(np.asarray(weights[name]["b"], np.float32), f"{name}.b"),
        ]
        (top, bottom), (left, right) = padding(kernel, strides, dilation)
        if kernel[0] == kernel[1]:
            # Square kernels are widened both ways.
            top, bottom = left, right
        nodes.append(
            helper.make_node(
                "Conv",
                [x, f"{name}.w", f"{name}.b"],
                [f"{name}.y"],
                kernel_shape=list(kernel),
                strides=list(strides),
                dilations=[dilation if kernel[0] > 1 and kernel[0] == kernel[1] else 1, dilation],
                pads=[top, left, bottom, right],
            )
        )
        y = f"{name}.y"
        if name != "out" and rectified:
            nodes.append(helper.make_node("Relu", [y], [f"{name}.r"]))
            y = f"{name}.r"
        if added:
            nodes.append(helper.make_node("Add", [x, y], [f"{name}.s"]))
            y = f"{name}.s"
        x = y
    return nodes, values, x


def read(path):
    """The weights of a recogniser's file, as they were when it was written."""
    weights = {}
    for value in onnx.load(path).graph.initializer:
        layer, part = value.name.rsplit(".", 1)
        array = numpy_helper.to_array(value)
        weights.setdefault(layer, {})[part] = np.transpose(array, (2, 3, 1, 0)) if part == "w" else array
    return weights


def finished(nodes, values, input_shape, output_shape):
    """A model whose last node gives the output; checked, and of the versions that OpenCV 4.6 reads."""
    nodes[-1].output[0] = "output"
    graph = helper.make_graph(
        nodes,
        "emrtd",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, input_shape)],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, output_shape)],
        values,
    )
    result = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)])
    result.ir_version = 6
    onnx.checker.check_model(result)
    return result


def second_reader(weights):
    return recogniser(weights, SECOND_READER)


def recogniser(weights, layers=RECOGNISER, width=784):
    """Strips of 32 lines; another width than the one told is laid out by the reader."""
    nodes, values, _ = convolution_nodes(weights, layers, "input")
    return finished(nodes, values, [1, 1, 32, width], [1, 38, 1, width // 4])


def detector(weights, height=384, width=512):
    """Down and up again; what was kept on the way down is added to what is enlarged."""
    nodes, values, x = convolution_nodes(weights, DETECTOR, "input")
    outputs = {name: f"{name}.s" if added else f"{name}.r" for name, _, _, _, _, added in DETECTOR}
    values.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "scales"))
    values.append(numpy_helper.from_array(np.zeros(0, np.float32), "region"))
    for name, level, channels in RISE:
        narrow = ((f"{name}.n", (1, 1), (1, 1), 1, channels, False),)
        more, weights_of_it, x = convolution_nodes(weights, narrow, x, rectified=False)
        nodes, values = nodes + more, values + weights_of_it
        nodes.append(
            helper.make_node("Resize", [x, "region", "scales"], [f"{name}.l"], mode="nearest", nearest_mode="floor",
                             coordinate_transformation_mode="asymmetric")
        )
        nodes.append(helper.make_node("Add", [f"{name}.l", outputs[level]], [f"{name}.a"]))
        mixed = ((f"{name}.c", (3, 3), (1, 1), 1, channels, True),)
        more, weights_of_it, x = convolution_nodes(weights, mixed, f"{name}.a")
        nodes, values = nodes + more, values + weights_of_it
    more, weights_of_it, x = convolution_nodes(weights, (("out", (1, 1), (1, 1), 1, MAPS, False),), x)
    nodes, values = nodes + more, values + weights_of_it
    return finished(nodes, values, [1, 1, height, width], [1, MAPS, height // 4, width // 4])
