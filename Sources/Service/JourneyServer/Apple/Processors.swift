import Foundation

/// The processors that this process may use.
package enum Processors {
    package static let count = ProcessInfo.processInfo.activeProcessorCount
}
