import Glibc
import Synchronization

/// Counts connections, and says which may come in.
final class Admission: Sendable {
    /// The counters that a connection belongs to.
    struct Place: Sendable {
        /// The address or network that it counts for; `nil` for a trusted proxy, whose clients are many, and for Unix sockets.
        let group: ClientAddress?
        /// `true` if it has come by the listener for health checks, which has places of its own.
        let isReserved: Bool
        /// `true` if it has a handshake to finish.
        let hasHandshake: Bool
    }

    enum Verdict {
        case admitted(Place)
        /// Its address has as many as it may have.
        case refused
    }

    private struct Counts {
        var connections = 0
        var reserved = 0
        var handshakes = 0
        /// The number of connections that were told to close and haven't closed yet.
        var leaving = 0
        var groups: [ClientAddress: Int] = [:]
    }

    private let limits: ServerLimits
    /// The most connections that limits and the system's descriptors allow.
    let most: Int
    private let counts = Mutex(Counts())
    /// The loop that accepts connections, while it waits for room.
    private let waiting = Mutex<EventLoop?>(nil)
    private let isWaitedFor = Atomic(false)

    /// Descriptors that are left for what is no connection: databases, files, other services.
    private static let otherDescriptors = 64
    /// Places of the listener for health checks.
    static let reserve = 16

    init(_ limits: ServerLimits) {
        self.limits = limits
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        let descriptors = Int(clamping: files.rlim_cur)
        most = max(1, min(limits.connections, max(descriptors / 2, descriptors - Admission.otherDescriptors)))
    }

    /// The number of connections that must close before another one fits.
    var excess: Int { counts.withLock { max(0, $0.connections - $0.leaving - most + 1) } }

    /// The number of handshakes beyond the limit.
    var handshakeExcess: Int { counts.withLock { max(0, $0.handshakes - $0.leaving - limits.handshakes) } }

    /// `true` if no connection is counted.
    var isEmpty: Bool {
        counts.withLock { counts in
            [counts.connections, counts.reserved, counts.handshakes, counts.leaving, counts.groups.count].allSatisfy {
                $0 == 0
            }
        }
    }

    /// `true` if another connection fits.
    var hasRoom: Bool { counts.withLock { $0.connections - $0.leaving < most } }

    /// A connection has come from `address`.
    func admit(from address: ClientAddress?, isTrusted: Bool, isReserved: Bool, hasHandshake: Bool) -> Verdict {
        let place = Place(
            group: isTrusted || isReserved ? nil : address?.group, isReserved: isReserved, hasHandshake: hasHandshake)
        return counts.withLock { counts in
            if isReserved {
                guard counts.reserved < Admission.reserve else { return .refused }
                counts.reserved += 1
            } else {
                if let group = place.group {
                    guard counts.groups[group, default: 0] < limits.connectionsPerAddress else { return .refused }
                    counts.groups[group, default: 0] += 1
                }
                counts.connections += 1
            }
            if hasHandshake { counts.handshakes += 1 }
            return .admitted(place)
        }
    }

    /// Counts a connection for another address, which its proxy has named. Returns `nil` if that address has as many as it may
    /// have.
    func move(_ place: Place, to address: ClientAddress) -> Place? {
        let group = address.group
        return counts.withLock { counts in
            guard !place.isReserved, place.group == nil else { return place }
            guard counts.groups[group, default: 0] < limits.connectionsPerAddress else { return nil }
            counts.groups[group, default: 0] += 1
            return Place(group: group, isReserved: false, hasHandshake: place.hasHandshake)
        }
    }

    /// The handshake of a connection has come to its end.
    func handshakeEnded(_ place: Place) { if place.hasHandshake { counts.withLock { $0.handshakes -= 1 } } }

    /// Registers `loop`, which has stopped accepting until there is room or a connection that can be closed; `nil` when it
    /// accepts again.
    func wait(_ loop: EventLoop?) {
        waiting.withLock { $0 = loop }
        isWaitedFor.store(loop != nil, ordering: .sequentiallyConsistent)
    }

    /// Wakes the waiting loop, because a connection can be closed.
    func tellWhoWaits() {
        guard isWaitedFor.load(ordering: .sequentiallyConsistent) else { return }
        waiting.withLock(\.self)?.ring()
    }

    /// A connection was asked to make room.
    func beginLeaving() { counts.withLock { $0.leaving += 1 } }

    /// Records that a connection which was told to close has closed, or couldn't.
    func endLeaving() { counts.withLock { $0.leaving -= 1 } }

    /// A connection is gone. Whether there was no room before.
    func leave(_ place: Place, isHandshaken: Bool) -> Bool {
        counts.withLock { counts in
            if place.hasHandshake, !isHandshaken { counts.handshakes -= 1 }
            guard !place.isReserved else {
                counts.reserved -= 1
                return false
            }
            if let group = place.group {
                let left = counts.groups[group, default: 0] - 1
                counts.groups[group] = left > 0 ? left : nil
            }
            counts.connections -= 1
            return counts.connections + 1 >= most
        }
    }
}
