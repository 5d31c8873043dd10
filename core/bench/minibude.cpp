// The app miniBUDE's docking kernel, four poses a work-item, under the fast-math mode. Its OpenMP peer belongs to
// the app
// (`harness run --app minibude --backend cpu,native`).
#include "minibude/fasten.hpp"
#include "minibude/verify.hpp"
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

namespace app = apps::minibude;

constexpr std::size_t local = 64, poses_per_item = 4;

struct minibude {
    static constexpr bool barriers = false;
    queue q;
    app::deck deck;
    array<app::atom> protein, ligand;
    array<float> poses, energies;

    explicit minibude(setup& s)
        : q(s.q),
          deck(app::generate_deck(s.size(2048, 300), s.size(938, 60))),
          protein(deck.protein.size(), q),
          ligand(deck.ligand.size(), q),
          poses(6 * deck.pose_count(), q),
          energies(deck.pose_count(), q) {
        std::copy(deck.protein.begin(), deck.protein.end(), protein.get());
        std::copy(deck.ligand.begin(), deck.ligand.end(), ligand.get());
        for (std::size_t c = 0; c < 6; ++c)
            std::copy(deck.poses[c].begin(), deck.poses[c].end(), poses.get() + c * deck.pose_count());
        std::fill_n(energies.get(), energies.size(), -1e30f);
    }

    std::size_t items() const {
        const std::size_t group = local * poses_per_item;
        return (deck.pose_count() + group - 1) / group * local;
    }

    void run(const kernel_properties& properties) {
        app::problem p{protein.get(),
                       ligand.get(),
                       static_cast<std::int32_t>(protein.size()),
                       static_cast<std::int32_t>(ligand.size()),
                       {},
                       energies.get(),
                       static_cast<std::uint32_t>(deck.pose_count())};
        for (std::size_t c = 0; c < 6; ++c) p.poses[c] = poses.get() + c * deck.pose_count();
        q.parallel_for(nd_range<1>(items(), local), properties, app::fasten<poses_per_item>{p});
    }

    static constexpr const char* opencl_c = R"(
#define PPWI 4
typedef struct { float x, y, z, radius, hydrophobicity, charge; int hydrogen_bond, unused; } atom;

kernel void run(global float* energies, global const atom* protein, global const atom* ligand, global const float* poses,
                int protein_atoms, int ligand_atoms, int pose_count) {
    const int size = get_local_size(0), first = get_group_id(0) * size * PPWI + get_local_id(0);
    float m[PPWI][3][4], energy[PPWI];
    for (int i = 0; i < PPWI; ++i) {
        const int at = min(first + i * size, pose_count - 1);
        const float sx = sin(poses[at]), cx = cos(poses[at]), sy = sin(poses[pose_count + at]),
                    cy = cos(poses[pose_count + at]), sz = sin(poses[2 * pose_count + at]),
                    cz = cos(poses[2 * pose_count + at]);
        m[i][0][0] = cy * cz;
        m[i][0][1] = sx * sy * cz - cx * sz;
        m[i][0][2] = cx * sy * cz + sx * sz;
        m[i][0][3] = poses[3 * pose_count + at];
        m[i][1][0] = cy * sz;
        m[i][1][1] = sx * sy * sz + cx * cz;
        m[i][1][2] = cx * sy * sz - sx * cz;
        m[i][1][3] = poses[4 * pose_count + at];
        m[i][2][0] = -sy;
        m[i][2][1] = sx * cy;
        m[i][2][2] = cx * cy;
        m[i][2][3] = poses[5 * pose_count + at];
        energy[i] = 0;
    }
    for (int l = 0; l < ligand_atoms; ++l) {
        const atom a = ligand[l];
        float x[PPWI], y[PPWI], z[PPWI];
        for (int i = 0; i < PPWI; ++i) {
            x[i] = m[i][0][3] + a.x * m[i][0][0] + a.y * m[i][0][1] + a.z * m[i][0][2];
            y[i] = m[i][1][3] + a.x * m[i][1][0] + a.y * m[i][1][1] + a.z * m[i][1][2];
            z[i] = m[i][2][3] + a.x * m[i][2][0] + a.y * m[i][2][1] + a.z * m[i][2][2];
        }
        for (int j = 0; j < protein_atoms; ++j) {
            const atom p = protein[j];
            const float reach = p.radius + a.radius, inverse_reach = 1.0f / reach;
            const bool both_f = p.hydrogen_bond == 70 && a.hydrogen_bond == 70;
            const bool attractive = p.hydrogen_bond == 69 || a.hydrogen_bond == 69;
            const float charge = a.charge * p.charge * 45.0f;
            const float charge_reach = both_f ? 4.0f : 2.0f, inverse_charge_reach = both_f ? 0.25f : 0.5f;
            const float p_part = p.hydrophobicity < 0 && a.hydrophobicity > 0 ? -p.hydrophobicity : p.hydrophobicity;
            const float a_part = p.hydrophobicity > 0 && a.hydrophobicity < 0 ? -a.hydrophobicity : a.hydrophobicity;
            const bool counts = p.hydrophobicity != 0 && (p.hydrophobicity < 0 || a.hydrophobicity < 0);
            const float solvation = counts ? p_part + a_part : 0.0f;
            const float solvation_reach = p.hydrophobicity < 0 && a.hydrophobicity < 0 ? 5.5f : 1.0f;
            const float inverse_solvation_reach = 1.0f / solvation_reach;
            for (int i = 0; i < PPWI; ++i) {
                const float dx = x[i] - p.x, dy = y[i] - p.y, dz = z[i] - p.z;
                const float distance = sqrt(dx * dx + dy * dy + dz * dz), gap = distance - reach;
                const bool overlap = gap < 0;
                float e = overlap ? (1.0f - distance * inverse_reach) * 76.0f : 0.0f;
                float electrostatic = charge * (overlap ? 1.0f : 1.0f - gap * inverse_charge_reach);
                electrostatic = gap < charge_reach ? electrostatic : 0.0f;
                e += attractive ? -fabs(electrostatic) : electrostatic;
                const float desolvation = solvation * (overlap ? 1.0f : 1.0f - gap * inverse_solvation_reach);
                energy[i] += e + (gap < solvation_reach ? desolvation : 0.0f);
            }
        }
    }
    for (int i = 0; i < PPWI; ++i) {
        if (first + i * size < pose_count) energies[first + i * size] = 0.5f * energy[i];
    }
})";
    void bind(opencl_kernel& k) {
        k.arguments(energies, protein, ligand, poses, int(protein.size()), int(ligand.size()), int(deck.pose_count()));
        k.ranges({items()}, {local});
    }

    std::string wrong() const {
        const std::vector<float> got(energies.get(), energies.get() + energies.size());
        const apps::verification v = app::verify(got, app::reference_of(deck, 64));
        return v.passed ? "" : v.metric + " is " + std::to_string(v.value);
    }
};

}  // namespace

void register_benchmarks() { register_page<minibude>("minibude", {.fast_math = true}); }

}  // namespace ndweave::bench
