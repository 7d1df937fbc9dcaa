import Dispatch
import Synchronization

/// What `jobs` return, in their order; they are done on all cores, the first ones first.
package func concurrently<Value: Sendable>(_ jobs: [@Sendable () -> Value]) -> [Value] {
  let results = Mutex<[Int: Value]>([:])
  DispatchQueue.concurrentPerform(iterations: jobs.count) { job in
    let value = jobs[job]()
    results.withLock { $0[job] = value }
  }
  return results.withLock { results in jobs.indices.compactMap { results[$0] } }
}
