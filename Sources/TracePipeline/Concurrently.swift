import Dispatch
import Synchronization

/// Runs `jobs` on all cores, the first ones first, and returns their results in their order.
package func concurrently<Value: Sendable>(_ jobs: [@Sendable () -> Value]) -> [Value] {
  let results = Mutex<[Int: Value]>([:])
  DispatchQueue.concurrentPerform(iterations: jobs.count) { job in
    let value = jobs[job]()
    results.withLock { $0[job] = value }
  }
  return results.withLock { results in jobs.indices.compactMap { results[$0] } }
}
