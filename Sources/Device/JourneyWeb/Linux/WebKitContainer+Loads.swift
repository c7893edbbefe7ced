internal import CWebKitGTK
internal import JourneyBase

/// The end of a load: committed with the checked certificate, stopped by the old page, or lost.
extension WebKitContainer {
    /// Handles a commit in the main frame. The document's relay reports after this, so that no untrusted document is heard.
    func loadCommitted() {
        let address = webkit_web_view_get_uri(view).map { String(cString: $0) } ?? ""
        let origin = Origin(engine: address)
        loads.committed(address, origin: origin)
        guard !showsOwnPages else { return }
        guard let origin else { return report(.navigationRefused(nil)) }
        guard !leafCertificates.isEmpty, !isOfCheckedLeaf(origin.host) else { return }
        loadDidFail(
            JourneyError(
                .pinningFail, "The page's certificate is not the one that was checked against the pins.",
                recovery: .giveUp))
        loads.distrust()
        if loads.tracker.isIdle { webkit_web_view_stop_loading(view) }
    }

    /// Reports the first error of a load.
    func loadDidFail(_ error: JourneyError) { report(loads.failed(error)) }

    private func isOfCheckedLeaf(_ host: String) -> Bool {
        guard let leaf = leafCertificates[host] else { return false }
        var certificate: UnsafeMutablePointer<GTlsCertificate>?
        var errors = GTlsCertificateFlags(rawValue: 0)
        guard webkit_web_view_get_tls_info(view, &certificate, &errors) != 0, let certificate else { return false }
        return EngineCertificate.der(of: certificate) == leaf
    }

    /// Handles a load that the old page stopped, or that it dropped by navigating: it is requested again.
    func retryLoad(isStarted: Bool) {
        switch loads.retry(isStarted: isStarted) {
        case .none: break
        case .load(let address): webkit_web_view_load_uri(view, address)
        case .report(let failure): report(failure)
        }
    }

    /// Requests load `number` again while it has not begun: a page that stops the engine before that leaves no signal. A load
    /// that has begun may take as long as its step.
    func watch(_ number: Int) {
        Task { [weak self] in
            while true {
                try? await ContinuousClock().sleep(for: .seconds(3))
                guard let self, !isClosed, loads.tracker.isWaiting(number) else { return }
                retryLoad(isStarted: false)
            }
        }
    }
}

/// Addresses as the engine serialises them.
enum EngineAddress {
    /// Returns the origin of an address for messages: paths and queries may contain secrets.
    @GTKActor static func origin(of address: String) -> String {
        Origin(engine: address)?.description ?? "an unknown origin"
    }

    @GTKActor static func spelled(_ address: String) -> String {
        guard let request = webkit_uri_request_new(address) else { return address }
        defer { g_object_unref(UnsafeMutableRawPointer(request)) }
        return webkit_uri_request_get_uri(request).map { String(cString: $0) } ?? address
    }
}
