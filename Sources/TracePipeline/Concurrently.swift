import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Runs `jobs` on all cores, the first ones first; returns their results in order.
package func concurrently<Value: Sendable>(_ jobs: [@Sendable () -> Value]) -> [Value] {
  concurrently(jobs.count, in: {}) { job, _ in jobs[job]() }
}

/// Runs two jobs at once; returns both results.
package func together<First: Sendable, Second: Sendable>(
  _ first: @Sendable () -> First, _ second: @Sendable () -> Second
) -> (First, Second) {
  let results = concurrently(2, in: {}) { (job: Int, _: inout Void) -> (First?, Second?) in
    job == 0 ? (first(), nil) : (nil, second())
  }
  guard let one = results[0].0, let two = results[1].1 else { preconditionFailure("a job has ended without a result") }
  return (one, two)
}

/// Runs `job` for each number below `count` on all cores, the lowest first; returns the results in order.
///
/// Each core makes one `storage` and lends it to its jobs, one after the other.
func concurrently<Value: Sendable, Storage: ~Copyable>(
  _ count: Int, in storage: @Sendable () -> Storage, _ job: @Sendable (Int, inout Storage) -> Value
) -> [Value] {
  let results = Mutex<[Int: Value]>([:])
  let next = Atomic(0)
  let cores = min(count, ProcessInfo.processInfo.activeProcessorCount)
  DispatchQueue.concurrentPerform(iterations: cores) { _ in
    var own = storage()
    while true {
      let number = next.add(1, ordering: .relaxed).oldValue
      if number >= count { return }
      let value = job(number, &own)
      results.withLock { $0[number] = value }
    }
  }
  return results.withLock { results in (0..<count).compactMap { results[$0] } }
}
