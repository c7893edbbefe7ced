import CSystem
import Glibc

/// The descriptors that the engine's thread waits for: libcurl's sockets, one timer, and a wake-up event.
///
/// The kernel's set accepts changes from any thread, even while another one waits.
final class CurlPoller: Sendable {
    /// The events of one wait.
    struct Events: Sendable {
        var sockets: [Socket] = []
        var isTimeUp = false
        var isRung = false
    }

    struct Socket: Sendable {
        var descriptor: Int32
        var canRead: Bool
        var canWrite: Bool
        var hasFailed: Bool
    }

    private let set: Int32
    private let timer: Int32
    private let bell: Int32

    init?() {
        set = csystem_epoll()
        timer = csystem_timerfd()
        bell = csystem_eventfd()
        guard set >= 0, timer >= 0, bell >= 0, csystem_epoll_add(set, timer) == 0, csystem_epoll_add(set, bell) == 0
        else { return nil }
    }

    deinit {
        for descriptor in [bell, timer, set] where descriptor >= 0 { csystem_close(descriptor) }
    }

    func watch(_ socket: Int32, reads: Bool, writes: Bool) {
        _ = csystem_epoll_watch(set, socket, reads ? 1 : 0, writes ? 1 : 0)
    }

    /// Sets the timer to `nanoseconds` from now, in place of the earlier setting.
    func setTimer(nanoseconds: Int64) { csystem_timerfd_set(timer, nanoseconds) }

    /// Wakes the waiting thread.
    func ring() { csystem_eventfd_ring(bell) }

    func wait() -> Events {
        var found = [csystem_event](repeating: csystem_event(), count: 16)
        let count = csystem_epoll_next(set, &found, Int32(found.count))
        var events = Events()
        for event in found.prefix(Int(count)) {
            switch event.descriptor {
            case timer:
                csystem_eventfd_clear(timer)
                events.isTimeUp = true
            case bell: events.isRung = true
            default:
                events.sockets.append(
                    Socket(
                        descriptor: event.descriptor, canRead: event.can_read != 0, canWrite: event.can_write != 0,
                        hasFailed: event.has_failed != 0))
            }
        }
        return events
    }
}
