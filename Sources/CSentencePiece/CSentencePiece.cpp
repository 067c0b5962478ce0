// SPDX-License-Identifier: Apache-2.0
#include "CSentencePiece.h"

#include <sentencepiece_processor.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

struct csp_model {
  sentencepiece::SentencePieceProcessor processor;
};

namespace {

char *copy(const std::string &message) {
  char *text = static_cast<char *>(std::malloc(message.size() + 1));
  if (text != nullptr) std::memcpy(text, message.c_str(), message.size() + 1);
  return text;
}

}  // namespace

csp_model *csp_load(const uint8_t *proto, size_t size, char **error) {
  try {
    auto model = std::make_unique<csp_model>();
    const auto status = model->processor.LoadFromSerializedProto(
        absl::string_view(reinterpret_cast<const char *>(proto), size));
    if (status.ok()) return model.release();
    *error = copy(status.error_message());
  } catch (const std::exception &exception) {
    *error = copy(exception.what());
  } catch (...) {
    *error = copy("unknown C++ exception");
  }
  return nullptr;
}

int csp_encode(
    const csp_model *model, const uint8_t *text, size_t size, int32_t **ids, size_t *count, char **error) {
  *ids = nullptr;
  *count = 0;
  try {
    std::vector<int> output;
    const auto status =
        model->processor.Encode(absl::string_view(reinterpret_cast<const char *>(text), size), &output);
    if (!status.ok()) {
      *error = copy(status.error_message());
      return 0;
    }
    if (output.empty()) return 1;
    auto *memory = static_cast<int32_t *>(std::malloc(output.size() * sizeof(int32_t)));
    if (memory == nullptr) throw std::bad_alloc();
    for (size_t i = 0; i < output.size(); i++) memory[i] = output[i];
    *ids = memory;
    *count = output.size();
    return 1;
  } catch (const std::exception &exception) {
    *error = copy(exception.what());
  } catch (...) {
    *error = copy("unknown C++ exception");
  }
  return 0;
}

void csp_model_free(csp_model *model) { delete model; }

void csp_free(void *memory) { std::free(memory); }
