/* What the harness asks of libnvidia-ml.so.1: one GPU, whose driver does not tell the power limit. */
#include <stddef.h>

static int gpu;

int nvmlInit_v2(void) { return 0; }

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
    if (index != 0) return 2; /* NVML_ERROR_INVALID_ARGUMENT */
    *device = &gpu;
    return 0;
}

int nvmlDeviceGetClockInfo(void* device, int kind, unsigned* mhz) {
    if (device != &gpu) return 2;
    *mhz = 1000 + (unsigned)kind;
    return 0;
}

int nvmlDeviceGetTemperature(void* device, int sensor, unsigned* celsius) {
    if (device != &gpu || sensor != 0) return 2;
    *celsius = 41;
    return 0;
}

int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
    if (device != &gpu) return 2;
    *milliwatts = 123500;
    return 0;
}

int nvmlDeviceGetEnforcedPowerLimit(void* device, unsigned* milliwatts) {
    (void)device;
    (void)milliwatts;
    return 3; /* NVML_ERROR_NOT_SUPPORTED */
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* bits) {
    if (device != &gpu) return 2;
    *bits = 0x24;
    return 0;
}
