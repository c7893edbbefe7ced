internal import CWebKitGTK
internal import JourneyBase

/// What becomes of a load: committed with the certificate that was checked, swept aside by the page before it, or lost.
extension WebKitContainer {
    /// A document took the main frame. Its relay speaks up after this, so that nothing is heard of one that may not be.
    func loadCommitted() {
        let address = webkit_web_view_get_uri(view).map { String(cString: $0) } ?? ""
        let origin = Origin(engine: address)
        loads.committed(address, origin: origin)
        guard !showsOwnPages else { return }
        guard let origin else { return report(.navigationRefused(nil)) }
        guard !leafCertificates.isEmpty, !isOfCheckedLeaf(origin.host) else { return }
        loadDidFail(
            JourneyError(
                .pinningFail, "The page came with another certificate than the one that was checked.",
                recovery: .giveUp))
        loads.distrust()
        if loads.gate.isIdle { webkit_web_view_stop_loading(view) }
    }

    /// Reports the first fault of a load.
    func loadDidFail(_ error: JourneyError) { report(loads.failed(error)) }

    private func isOfCheckedLeaf(_ host: String) -> Bool {
        guard let leaf = leafCertificates[host] else { return false }
        var certificate: UnsafeMutablePointer<GTlsCertificate>?
        var errors = GTlsCertificateFlags(rawValue: 0)
        guard webkit_web_view_get_tls_info(view, &certificate, &errors) != 0, let certificate else { return false }
        return EngineCertificate.der(of: certificate) == leaf
    }

    /// The page that makes way stopped the next one's load, or asked to go elsewhere. It is asked for again.
    func loadSwept(isStarted: Bool) {
        switch loads.swept(isStarted: isStarted) {
        case .none: break
        case .load(let address): webkit_web_view_load_uri(view, address)
        case .report(let failure): report(failure)
        }
    }

    /// Asks again for load `number` while it has not begun: a page that stops the engine before that leaves no signal
    /// behind. A load that has begun may take as long as its step.
    func watch(_ number: Int) {
        Task { [weak self] in
            while true {
                try? await ContinuousClock().sleep(for: .seconds(3))
                guard let self, !isClosed, loads.gate.isWaiting(number) else { return }
                loadSwept(isStarted: false)
            }
        }
    }
}

/// Addresses as the engine spells them.
enum EngineAddress {
    @GTKActor static func spelled(_ address: String) -> String {
        guard let request = webkit_uri_request_new(address) else { return address }
        defer { g_object_unref(UnsafeMutableRawPointer(request)) }
        return webkit_uri_request_get_uri(request).map { String(cString: $0) } ?? address
    }
}
