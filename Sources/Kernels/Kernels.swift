// SPDX-License-Identifier: Apache-2.0

// Kernels: what a forward pass computes with. Entry points, each with its own page of comment:
//
//   InstructionSet     portable, avx2, avx512. `.selection` is what INFER_ISA and the processor give, or an error to
//                      print before anything else; `.active`, `.supported`.
//   ThreadPool         `run { worker in … }`: every worker executes the whole closure, that is, the whole forward pass.
//                      `StoredJob` keeps one from call to call.
//   Worker             `barrier()` between steps that read what others wrote; `forEachChunk(of:grain:)`, where workers
//                      take runs as they come, `forEachOwnChunk(of:grain:)`, where each begins with its own part, `share(of:)`.
//                      Every operation below is called by all workers with the same arguments, in the same order.
//                      No operation ends with a barrier: put one before the next step reads the result.
//   WeightArena        memory of a model's interleaved weights; make one per model and pass it to every matrix.
//   WeightMatrix       (rows, columns) weights, interleaved by sixteen rows. Operations take its `view`, plain data that
//                      count no references; so do those on the owners below. `view.gatherRows` for embeddings.
//   ActivationBuffer   (rows, columns) floats and their 8-bit form. Filled by `rmsNorm`, `gate`, `load` and `attention`,
//                      8-bit form included; after writing `floats` by hand call `view.quantize(rows:worker:)` and put a
//                      barrier between the two.
//   multiply           one matrix, or two or three `Projection`s that share their activations; bias and residual
//                      addition happen as results are stored. `multiplyRows` computes chosen rows of one token, `multiplyGated`
//                      gate and up with the gate applied.
//   rmsNorm, gate, load, add, scale, softmax
//   RopeTable, rope    angles of a run of positions (`fill`, then a barrier), applied in place.
//   KeyValueCache      one layer's keys and values in f16; `view.store(…)`, then a barrier before `attention`, but where each worker
//                      attends over its own heads alone (`AttentionShape.isAttendedByOwners`).
//   attention          causal, grouped heads, optional window and soft cap. Has barriers of its own inside. Before a
//                      job, or before a barrier within, one worker calls `AttentionScratch.reserve`.
//   Reference          the same operations as plain formulas in float, for tests.
//   measureReadBandwidth
//
// A step of a decoder layer, with the barriers that are needed (B):
//
//   rmsNorm(x → a) B multiply(q, k, v of a) B rope(q), rope(k) B cache.store B attention(→ b) B
//   multiply(o of b, accumulates into x) B rmsNorm(x → a) B multiply(gate, up of a) B gate(→ c) B
//   multiply(down of c, accumulates into x) B
//
// and of one token, where every worker norms for itself and prepares the heads of its own:
//
//   rmsNorm multiply(q, k, v) B rope, store and attention of own heads (beyond 128 positions: B attention B) B
//   multiply(o) B rmsNorm multiplyGated(gate, up) B multiply(down) B
//
// Results do not depend on the number of workers nor on how many tokens are processed together, and are the same for
// every instruction set: each output is summed in one order, every operation is exact or correctly rounded, and what is
// multiplied and added is fused in all vocabularies.
