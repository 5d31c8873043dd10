// The micro-kernels of kernels.hpp as an experienced CUDA programmer would write them.
extern "C" {

__global__ void __launch_bounds__(256) peer_copy(double* to, const double* from, unsigned long long n) {
    const unsigned long long i = blockIdx.x * 256ull + threadIdx.x;
    if (i < n) to[i] = from[i];
}

__global__ void __launch_bounds__(256) peer_triad(double* a, const double* b, const double* c, unsigned long long n) {
    const unsigned long long i = blockIdx.x * 256ull + threadIdx.x;
    if (i < n) a[i] = b[i] + 0.4 * c[i];
}

__global__ void __launch_bounds__(256) peer_gather(const int* nodes, const double* x, const double* y, const double* z,
                                                   double* out, unsigned long long n) {
    const unsigned long long e = blockIdx.x * 256ull + threadIdx.x;
    if (e >= n) return;
    double px[8], py[8], pz[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int node = nodes[e * 8 + i];
        px[i] = x[node];
        py[i] = y[node];
        pz[i] = z[node];
    }
    double sum = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) {
#pragma unroll
        for (int j = 0; j < 4; ++j) sum += px[i] * py[(i + j) & 7] - pz[(i + 3 * j) & 7] * px[(i + 5) & 7];
    }
    out[e] = sum;
}

__global__ void __launch_bounds__(256) peer_math(const double* in, double* out, unsigned long long n) {
    const unsigned long long i = blockIdx.x * 256ull + threadIdx.x;
    if (i >= n) return;
    const double v = in[i];
    out[i] = sin(v) * exp(-v) + sqrt(v) / (1 + cbrt(v)) + pow(v, 1.5);
}

__global__ void __launch_bounds__(256) peer_spmv(const int* row, const int* column, const double* value,
                                                 const double* x, double* y, unsigned long long n) {
    const unsigned long long r = blockIdx.x * 256ull + threadIdx.x;
    if (r >= n) return;
    double sum = 0;
    for (int j = row[r]; j < row[r + 1]; ++j) sum += value[j] * x[column[j]];
    y[r] = sum;
}

// The first of two kernels of a reduction: a partial sum for each block.
__device__ void reduce_to(double* out, double value) {
    __shared__ double local[256];
    local[threadIdx.x] = value;
    for (unsigned s = 128; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s) local[threadIdx.x] += local[threadIdx.x + s];
    }
    if (threadIdx.x == 0) out[blockIdx.x] = local[0];
}

__global__ void __launch_bounds__(256) peer_dot(const double* a, const double* b, double* out, unsigned long long n) {
    double sum = 0;
    for (unsigned long long i = blockIdx.x * 256ull + threadIdx.x; i < n; i += gridDim.x * 256ull) sum += a[i] * b[i];
    reduce_to(out, sum);
}

__global__ void __launch_bounds__(256) peer_tree(const float* in, float* out) {
    __shared__ float local[256];
    const unsigned t = threadIdx.x;
    local[t] = in[blockIdx.x * 256ull + t];
    __syncthreads();
    for (unsigned s = 128; s > 0; s /= 2) {
        if (t < s) local[t] += local[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = local[0];
}

__global__ void __launch_bounds__(256) peer_matmul(const float* a, const float* b, float* c, int n) {
    __shared__ float tile_a[16][16], tile_b[16][16];
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        tile_a[y][x] = a[row * n + t + x];
        tile_b[y][x] = b[(t + y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += tile_a[y][k] * tile_b[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void __launch_bounds__(256)
    peer_update(double* u, double* r, const double* p, const double* w, double* out, int n) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    double square = 0;
    if (i < n) {
        u[i] += 0.25 * p[i];
        r[i] -= 0.25 * w[i];
        square = r[i] * r[i];
    }
    reduce_to(out, square);
}

__global__ void __launch_bounds__(256)
    peer_stencil(const double* p, const double* kx, const double* ky, double* w, double* out, int width, int rows) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    double product = 0;
    if (i < (width - 2) * (rows - 2)) {
        const int at = (i / (width - 2) + 1) * width + i % (width - 2) + 1;
        const double sum = (1 + kx[at + 1] + kx[at] + ky[at + width] + ky[at]) * p[at] -
                           (kx[at + 1] * p[at + 1] + kx[at] * p[at - 1]) -
                           (ky[at + width] * p[at + width] + ky[at] * p[at - width]);
        w[at] = sum;
        product = sum * p[at];
    }
    reduce_to(out, product);
}

__global__ void peer_empty(int* never) {
    if (never) *never = 0;
}
}
