import Foundation

/// The processor's time that the current thread has used.
struct ThreadTime {
    let seconds: Double

    static var now: ThreadTime {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return ThreadTime(seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    func duration(to end: ThreadTime) -> Duration { .seconds(end.seconds - seconds) }

    /// 50 milliseconds; an unoptimised build takes several times as long.
    static var limit: Duration {
        #if DEBUG
        .milliseconds(200)
        #else
        .milliseconds(50)
        #endif
    }
}
