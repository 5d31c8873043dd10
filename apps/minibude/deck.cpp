#include "deck.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "app.hpp"

namespace ndweave::apps::minibude {
namespace {

static_assert(std::endian::native == std::endian::little, "upstream's decks are little-endian");

/// Upstream's records, 16 bytes each.
struct file_atom {
    float x, y, z;
    std::int32_t type;
};
struct file_parameters {
    std::int32_t hydrogen_bond;
    float radius, hydrophobicity, charge;
};

template <class T>
std::vector<T> read_records(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) throw usage_error("deck file " + path.string() + " cannot be read: " + std::strerror(errno));
    const std::uintmax_t bytes = std::filesystem::file_size(path);
    if (bytes == 0 || bytes % sizeof(T) != 0) {
        throw usage_error("deck file " + path.string() + " has " + std::to_string(bytes) +
                          " bytes: not a whole number of records of " + std::to_string(sizeof(T)) + " bytes");
    }
    std::vector<T> records(bytes / sizeof(T));
    in.read(reinterpret_cast<char*>(records.data()), static_cast<std::streamsize>(bytes));
    if (!in) throw usage_error("deck file " + path.string() + " ends early");
    return records;
}

std::vector<atom> read_atoms(const std::filesystem::path& path, const std::vector<file_parameters>& field) {
    std::vector<atom> atoms;
    for (const file_atom& a : read_records<file_atom>(path)) {
        const std::string where = "deck file " + path.string() + ", atom " + std::to_string(atoms.size());
        if (a.type < 0 || static_cast<std::size_t>(a.type) >= field.size()) {
            throw usage_error(where + ": type " + std::to_string(a.type) + " is not among the " +
                              std::to_string(field.size()) + " of the force field");
        }
        if (!std::isfinite(a.x) || !std::isfinite(a.y) || !std::isfinite(a.z))
            throw usage_error(where + ": position is not finite");
        const file_parameters& p = field[static_cast<std::size_t>(a.type)];
        atoms.push_back({a.x, a.y, a.z, p.radius, p.hydrophobicity, p.charge, p.hydrogen_bond, 0});
    }
    return atoms;
}

std::vector<double> read_reference(const std::filesystem::path& path, std::size_t poses) {
    std::vector<double> energies;
    std::ifstream in(path);
    if (!in) return energies;
    std::string line;
    while (energies.size() < poses && std::getline(in, line)) {
        char* end = nullptr;
        energies.push_back(std::strtod(line.c_str(), &end));
        if (end == line.c_str()) {
            throw usage_error("deck file " + path.string() + ", line " + std::to_string(energies.size()) + ": '" +
                              line + "' is not an energy");
        }
    }
    if (energies.size() < poses) {
        throw usage_error("deck file " + path.string() + " has " + std::to_string(energies.size()) + " energies for " +
                          std::to_string(poses) + " poses");
    }
    return energies;
}

}  // namespace

deck read_deck(const std::string& folder, std::size_t max_poses) {
    const std::filesystem::path root(folder);
    if (!std::filesystem::is_directory(root)) throw usage_error("deck " + folder + " is not a folder");
    deck d;
    d.origin = folder;
    const auto field = read_records<file_parameters>(root / "forcefield.in");
    d.protein = read_atoms(root / "protein.in", field);
    d.ligand = read_atoms(root / "ligand.in", field);
    const auto coordinates = read_records<float>(root / "poses.in");
    if (coordinates.size() % 6 != 0) {
        throw usage_error("deck file " + (root / "poses.in").string() + " has " + std::to_string(coordinates.size()) +
                          " numbers: not six for each pose");
    }
    const std::size_t all = coordinates.size() / 6;
    const std::size_t taken = max_poses ? std::min(all, max_poses) : all;
    for (std::size_t c = 0; c < 6; ++c) {
        const auto first = coordinates.begin() + static_cast<std::ptrdiff_t>(c * all);
        d.poses[c].assign(first, first + static_cast<std::ptrdiff_t>(taken));
    }
    d.reference = read_reference(root / "ref_energies.out", taken);
    return d;
}

deck generate_deck(std::size_t poses, std::size_t protein_atoms, std::size_t ligand_atoms) {
    // mt19937 is the same everywhere; the standard's distributions are not, so numbers are scaled here.
    std::mt19937 random(20240229);
    const auto uniform = [&](float low, float high) {
        return low + (high - low) * static_cast<float>(random() >> 8) * 0x1p-24f;
    };
    const auto atoms = [&](std::size_t count, float radius) {
        constexpr std::int32_t bonds[] = {0, 65, 68, 69, 70};
        std::vector<atom> made;
        while (made.size() < count) {
            const float x = uniform(-radius, radius), y = uniform(-radius, radius), z = uniform(-radius, radius);
            if (x * x + y * y + z * z > radius * radius) continue;
            const float polarity = uniform(-1, 1);
            made.push_back({x, y, z, uniform(1.2f, 2.2f), polarity < -0.3f || polarity > 0.3f ? polarity : 0.0f,
                            uniform(-0.5f, 0.5f), bonds[random() % 5], 0});
        }
        return made;
    };
    deck d;
    d.origin = "generated";
    d.protein = atoms(protein_atoms, 14);
    d.ligand = atoms(ligand_atoms, 4);
    for (int c = 0; c < 6; ++c) d.poses[c].resize(poses);
    for (std::size_t p = 0; p < poses; ++p) {
        for (int c = 0; c < 3; ++c) d.poses[c][p] = uniform(0, 6.2831853f);
        for (int c = 3; c < 6; ++c) d.poses[c][p] = uniform(-16, 16);
    }
    return d;
}

}  // namespace ndweave::apps::minibude
