import CSystem

/// The processors of this process.
package enum Processors {
    /// On how many it may run, which may be less than the machine has; at least 1.
    package static let count = max(1, Int(csystem_processors()))
}
