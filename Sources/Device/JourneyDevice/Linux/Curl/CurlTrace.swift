import CCurl
import JourneyBase

/// Reads libcurl's timings of an exchange.
enum CurlTrace {
    static func read(_ easy: UnsafeMutableRawPointer) -> HTTPTrace {
        func offset(_ info: CURLINFO) -> Int {
            var value: curl_off_t = 0
            ccurl_get_offset(easy, info, &value)
            return value
        }
        func long(_ info: CURLINFO) -> Int {
            var value = 0
            ccurl_get_long(easy, info, &value)
            return value
        }
        // A stage that was not needed has the time zero, even after one that was.
        var last = 0
        func moment(_ info: CURLINFO) -> Duration {
            last = max(last, offset(info))
            return .microseconds(last)
        }
        let named = moment(CURLINFO_NAMELOOKUP_TIME_T)
        let connected = moment(CURLINFO_CONNECT_TIME_T)
        let secured = moment(CURLINFO_APPCONNECT_TIME_T)
        let firstByte = moment(CURLINFO_STARTTRANSFER_TIME_T)
        let total = moment(CURLINFO_TOTAL_TIME_T)
        return HTTPTrace(
            named: named, connected: connected, secured: secured, firstByte: firstByte, total: total,
            sent: offset(CURLINFO_SIZE_UPLOAD_T), received: offset(CURLINFO_SIZE_DOWNLOAD_T),
            version: version(long(CURLINFO_HTTP_VERSION)), isReused: long(CURLINFO_NUM_CONNECTS) == 0)
    }

    private static func version(_ number: Int) -> HTTPTrace.Version? {
        switch number {
        case CURL_HTTP_VERSION_1_0: .http10
        case CURL_HTTP_VERSION_1_1: .http11
        case CURL_HTTP_VERSION_2_0: .http2
        case CURL_HTTP_VERSION_3: .http3
        default: nil
        }
    }
}
