#include "cvision.h"

#include <cstring>
#include <exception>
#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>
#include <opencv2/imgproc.hpp>

// No exception may cross into Swift, where it would end the process: each function catches all.
struct cvision_network {
    cv::dnn::Net net;
};

namespace {

constexpr int failed = -1;

void tell(char *error, size_t size, const char *words) {
    if (size == 0) return;
    std::strncpy(error, words, size - 1);
    error[size - 1] = 0;
}

cv::Mat grey(const uint8_t *pixels, int width, int height) {
    return cv::Mat(height, width, CV_8U, const_cast<uint8_t *>(pixels));
}

}  // namespace

extern "C" cvision_network *cvision_network_load(const uint8_t *bytes, size_t count, char *error, size_t error_size) {
    try {
        auto *network = new cvision_network{cv::dnn::readNetFromONNX(reinterpret_cast<const char *>(bytes), count)};
        network->net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
        network->net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
        return network;
    } catch (const std::exception &exception) {
        tell(error, error_size, exception.what());
    } catch (...) {
        tell(error, error_size, "an exception of unknown type");
    }
    return nullptr;
}

extern "C" void cvision_network_free(cvision_network *network) { delete network; }

extern "C" long cvision_network_run(
    cvision_network *network, const float *input, int count, int height, int width, float *output, size_t output_size,
    char *error, size_t error_size) {
    try {
        const int shape[] = {count, 1, height, width};
        network->net.setInput(cv::Mat(4, shape, CV_32F, const_cast<float *>(input)));
        const cv::Mat result = network->net.forward();
        if (result.total() > output_size || !result.isContinuous()) {
            tell(error, error_size, "the network's output does not fit");
            return failed;
        }
        std::memcpy(output, result.ptr<float>(), result.total() * sizeof(float));
        return static_cast<long>(result.total());
    } catch (const std::exception &exception) {
        tell(error, error_size, exception.what());
    } catch (...) {
        tell(error, error_size, "an exception of unknown type");
    }
    return failed;
}

extern "C" int cvision_resize(
    const uint8_t *source, int width, int height, uint8_t *target, int target_width, int target_height) {
    try {
        cv::Mat result = grey(target, target_width, target_height);
        const bool smaller = target_width < width || target_height < height;
        cv::resize(
            grey(source, width, height), result, result.size(), 0, 0, smaller ? cv::INTER_AREA : cv::INTER_LINEAR);
        return result.data == target ? 0 : failed;
    } catch (...) {
        return failed;
    }
}

extern "C" int cvision_sample(
    const uint8_t *source, int width, int height, const float *x, const float *y, uint8_t *target, int target_width,
    int target_height) {
    try {
        cv::Mat result = grey(target, target_width, target_height);
        const cv::Mat places_x(target_height, target_width, CV_32F, const_cast<float *>(x));
        const cv::Mat places_y(target_height, target_width, CV_32F, const_cast<float *>(y));
        cv::remap(grey(source, width, height), result, places_x, places_y, cv::INTER_CUBIC, cv::BORDER_REPLICATE);
        return result.data == target ? 0 : failed;
    } catch (...) {
        return failed;
    }
}

extern "C" int cvision_warp(
    const uint8_t *source, int width, int height, const double *matrix, uint8_t *target, int target_width,
    int target_height) {
    try {
        cv::Mat result = grey(target, target_width, target_height);
        const cv::Mat transform(2, 3, CV_64F, const_cast<double *>(matrix));
        cv::warpAffine(
            grey(source, width, height), result, transform, result.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
            cv::BORDER_REPLICATE);
        return result.data == target ? 0 : failed;
    } catch (...) {
        return failed;
    }
}

extern "C" void cvision_set_threads(int count) { cv::setNumThreads(count); }

extern "C" const char *cvision_version(void) { return CV_VERSION; }
