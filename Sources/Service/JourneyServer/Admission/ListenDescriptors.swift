package import JourneyBase

/// The sockets that a service manager has opened for this process (socket activation; systemd's sd_listen_fds(3)).
package struct ListenDescriptors: Hashable, Sendable {
    /// One socket that was handed over.
    package struct Socket: Hashable, Sendable {
        package let descriptor: Int32
        /// The unit's `FileDescriptorName=`, or the unit's own name without one; `unknown` if the manager gives no names.
        package let name: String

        package init(descriptor: Int32, name: String) {
            self.descriptor = descriptor
            self.name = name
        }
    }

    /// The first descriptor that is handed over (`SD_LISTEN_FDS_START`).
    package static let first: Int32 = 3

    package let sockets: [Socket]

    package init(_ sockets: [Socket] = []) { self.sockets = sockets }

    /// Reads what the environment says. The variables are inherited: they are a child's only where `LISTEN_PID` says so.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - process: This process's number.
    /// - Throws: `CONFIGURATION_INVALID` for variables that are set and make no sense.
    package init(environment: [String: String], process: Int32) throws(JourneyError) {
        guard let owner = environment["LISTEN_PID"] else {
            sockets = []
            return
        }
        guard let owner = ListenDescriptors.number(owner), owner > 0 else {
            throw ListenDescriptors.fault("LISTEN_PID is no process's number.")
        }
        guard owner == process, let text = environment["LISTEN_FDS"] else {
            sockets = []
            return
        }
        guard let count = ListenDescriptors.number(text), count <= ListenDescriptors.most else {
            throw ListenDescriptors.fault("LISTEN_FDS isn't a number from 0 to \(ListenDescriptors.most).")
        }
        var names: [String]?
        if count > 0, let list = environment["LISTEN_FDNAMES"] {
            names = list.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard names?.count == Int(count) else {
                throw ListenDescriptors.fault("LISTEN_FDNAMES has \(names?.count ?? 0) names for \(count) sockets.")
            }
        }
        sockets = (0..<count).map { index in
            Socket(descriptor: ListenDescriptors.first + index, name: names?[Int(index)] ?? "unknown")
        }
    }

    /// The most sockets that are accepted; a larger number is a mistake.
    private static let most: Int32 = 64

    /// A decimal number without a sign.
    private static func number(_ text: String) -> Int32? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int32(text) : nil
    }

    private static func fault(_ sentence: String) -> JourneyError { JourneyError(.configurationInvalid, sentence) }
}
