/// Struct, array and vector values: member by member.
#include "compiler/codegen/c_source/text/emission.hpp"

namespace ndweave::compiler::c_source_detail {
namespace {

std::string member(unsigned index) { return ".f" + std::to_string(index); }

std::string path(llvm::ArrayRef<unsigned> indices) {
    std::string text;
    for (const unsigned index : indices) text += member(index);
    return text;
}

void emit_extract_element(emission& e, const llvm::ExtractElementInst& i) {
    const llvm::Value* vector = i.getVectorOperand();
    const unsigned count = member_count(vector->getType());
    if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(i.getIndexOperand())) {
        return assign(e, i, lane(e, vector, static_cast<unsigned>(index->getZExtValue() % count)));
    }
    std::string chosen = lane(e, vector, count - 1);
    for (unsigned k = count - 1; k-- > 0;) {
        chosen = "(" + value(e, i.getIndexOperand()) + " == " + std::to_string(k) + " ? " + lane(e, vector, k) + " : " +
                 chosen + ")";
    }
    assign(e, i, chosen);
}

void emit_insert_element(emission& e, const llvm::InsertElementInst& i) {
    const std::string index = value(e, i.getOperand(2)), element = value(e, i.getOperand(1)), self = value(e, &i);
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(i.getOperand(2));
    for (unsigned k = 0; k < member_count(i.getType()); ++k) {
        const std::string old = lane(e, i.getOperand(0), k);
        const std::string text = !constant
                                     ? "(" + index + " == " + std::to_string(k) + " ? " + element + " : " + old + ")"
                                 : constant->equalsInt(k) ? element
                                                          : old;
        e.line(self + member(k) + " = " + text + ";");
    }
}

void emit_shuffle(emission& e, const llvm::ShuffleVectorInst& i) {
    const unsigned width = member_count(i.getOperand(0)->getType());
    const llvm::ArrayRef<int> mask = i.getShuffleMask();
    for (unsigned k = 0; k < mask.size(); ++k) {
        if (mask[k] < 0) {
            e.line(value(e, &i) + member(k) + " = " + zero(e, i.getType()->getScalarType()) + ";");
            continue;
        }
        const auto from = static_cast<unsigned>(mask[k]);
        const std::string text = from < width ? lane(e, i.getOperand(0), from) : lane(e, i.getOperand(1), from - width);
        e.line(value(e, &i) + member(k) + " = " + text + ";");
    }
}

}  // namespace

bool emit_aggregate_instruction(emission& e, const llvm::Instruction& i) {
    if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&i)) {
        const llvm::Value* whole = extract->getAggregateOperand();
        const std::string conversion = i.getType()->isPointerTy() ? "(" + variable_type(e, i) + ")" : "";
        assign(e, i, conversion + value(e, whole) + path(extract->getIndices()));
    } else if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&i)) {
        const llvm::Value* element = insert->getInsertedValueOperand();
        assign(e, i, value(e, insert->getAggregateOperand()));
        const std::string text =
            element->getType()->isPointerTy() ? "(pointer)" + value(e, element) : value(e, element);
        e.line(value(e, &i) + path(insert->getIndices()) + " = " + text + ";");
    } else if (const auto* extract_lane = llvm::dyn_cast<llvm::ExtractElementInst>(&i)) {
        emit_extract_element(e, *extract_lane);
    } else if (const auto* insert_lane = llvm::dyn_cast<llvm::InsertElementInst>(&i)) {
        emit_insert_element(e, *insert_lane);
    } else if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&i)) {
        emit_shuffle(e, *shuffle);
    } else {
        return false;
    }
    return true;
}

}  // namespace ndweave::compiler::c_source_detail
