#include "drawing.h"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

extern "C" int cvision_draw_outline(
    uint8_t *pixels, int width, int height, const double *corners, int count, const uint8_t *colour, int thickness) {
    try {
        // Places between pixels, in sixteenths.
        constexpr int shift = 4;
        cv::Mat picture(height, width, CV_8UC3, pixels);
        std::vector<cv::Point> outline;
        for (int index = 0; index < count; index++) {
            outline.emplace_back(
                cv::saturate_cast<int>(corners[2 * index] * (1 << shift)),
                cv::saturate_cast<int>(corners[2 * index + 1] * (1 << shift)));
        }
        const cv::Scalar white(255, 255, 255);
        cv::polylines(picture, outline, true, white, 3 * thickness, cv::LINE_AA, shift);
        cv::polylines(
            picture, outline, true, cv::Scalar(colour[0], colour[1], colour[2]), thickness, cv::LINE_AA, shift);
        return 0;
    } catch (...) {
        return -1;
    }
}
