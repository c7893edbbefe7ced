import CCurl
import JourneyBase

/// Concurrent requests as a C program would make them: one `curl_multi` handle, one reused easy handle for each request, and a
/// loop of `curl_multi_perform` and `curl_multi_poll` on one thread. The floor of any client on libcurl.
final class ConcurrentClient {
    private let multi: UnsafeMutableRawPointer
    private var clients: [BlockingClient] = []

    init(count: Int, url: HTTPSURL, authorityPEM: String, pin: String) throws {
        let multi = try unwrap(curl_multi_init(), "curl_multi_init returned NULL.")
        self.multi = multi
        // The same limit as in the real client.
        ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 16)
        for _ in 0..<count {
            let client = try BlockingClient(url: url, authorityPEM: authorityPEM, pin: pin)
            ccurl_set_long(client.easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
            ccurl_set_long(client.easy, CURLOPT_PIPEWAIT, 1)
            clients.append(client)
        }
    }

    deinit {
        clients = []
        curl_multi_cleanup(multi)
    }

    /// Performs one GET with each handle concurrently and returns the bodies.
    func get() throws -> [[UInt8]] {
        for client in clients {
            client.body = []
            try expect(curl_multi_add_handle(multi, client.easy) == CURLM_OK, "curl_multi_add_handle failed.")
        }
        var running: Int32 = 1
        while running > 0 {
            try expect(curl_multi_perform(multi, &running) == CURLM_OK, "curl_multi_perform failed.")
            if running > 0 { curl_multi_poll(multi, nil, 0, 1_000, nil) }
        }
        var waiting: Int32 = 0
        var isGood = true
        while let message = curl_multi_info_read(multi, &waiting) {
            isGood = isGood && message.pointee.data.result == CURLE_OK
        }
        for client in clients { curl_multi_remove_handle(multi, client.easy) }
        try expect(isGood, "At least one of the floor's GETs failed.")
        return clients.map(\.body)
    }
}
