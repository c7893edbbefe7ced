internal import CWebKitGTK
internal import JourneyBase

/// The engine's signals. Each is a C function that finds the container in its data and runs on the GTK thread.
extension WebKitContainer {

    func connectSignals(
        view: UnsafeMutablePointer<WebKitWebView>, content: OpaquePointer, session: OpaquePointer,
        window: UnsafeMutablePointer<GtkWindow>
    ) {
        let data = Unmanaged.passUnretained(self).toOpaque()
        func on(_ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback?) {
            _ = cwebkit_connect(object, signal, callback, data)
        }
        on(
            .init(content), "script-message-with-reply-received::\(WebKitContainer.relayHandler)",
            unsafeBitCast(scriptMessage, to: GCallback.self))
        on(view, "decide-policy", unsafeBitCast(decidePolicy, to: GCallback.self))
        on(view, "notify::title", unsafeBitCast(titleChanged, to: GCallback.self))
        on(view, "load-changed", unsafeBitCast(loadChanged, to: GCallback.self))
        on(view, "load-failed", unsafeBitCast(loadFailed, to: GCallback.self))
        on(view, "load-failed-with-tls-errors", unsafeBitCast(loadFailedWithTLSErrors, to: GCallback.self))
        on(view, "web-process-terminated", unsafeBitCast(processTerminated, to: GCallback.self))
        on(view, "create", unsafeBitCast(createRefused, to: GCallback.self))
        on(view, "permission-request", unsafeBitCast(permissionRefused, to: GCallback.self))
        on(view, "authenticate", unsafeBitCast(authenticationRefused, to: GCallback.self))
        on(view, "run-file-chooser", unsafeBitCast(fileChooserRefused, to: GCallback.self))
        on(view, "script-dialog", unsafeBitCast(dialogRefused, to: GCallback.self))
        on(view, "enter-fullscreen", unsafeBitCast(plainRefusal, to: GCallback.self))
        for signal in ["context-menu", "print", "show-notification"] {
            on(view, signal, unsafeBitCast(argumentRefusal, to: GCallback.self))
        }
        on(.init(session), "download-started", unsafeBitCast(downloadStarted, to: GCallback.self))
        on(window, "close-request", unsafeBitCast(closeRequested, to: GCallback.self))
    }
}

/// Runs `body` with the container in `data`. Pointers are passed as addresses; the thread is the same.
private func container(_ data: UnsafeMutableRawPointer?, _ body: @GTKActor (WebKitContainer) -> Void) {
    guard let data else { return }
    let address = UInt(bitPattern: data)
    GTKActor.assumeIsolated {
        guard let data = UnsafeRawPointer(bitPattern: address) else { return }
        body(Unmanaged<WebKitContainer>.fromOpaque(data).takeUnretainedValue())
    }
}

private typealias Pointer = UnsafeMutableRawPointer

private let scriptMessage: @convention(c) (Pointer?, OpaquePointer?, OpaquePointer?, Pointer?) -> gboolean = {
    _, value, reply, data in
    guard let value, let reply else { return 0 }
    let valueAddress = UInt(bitPattern: value)
    let replyAddress = UInt(bitPattern: reply)
    container(data) { container in
        guard let value = OpaquePointer(bitPattern: valueAddress), let reply = OpaquePointer(bitPattern: replyAddress)
        else { return }
        let promise = RelayReply(reply: reply, value: value)
        guard let bytes = jsc_value_to_string_as_bytes(value) else { return promise.answer("") }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        let start = g_bytes_get_data(bytes, &count)
        guard let message = RelayMessage(UnsafeRawBufferPointer(start: start, count: Int(count))) else {
            return promise.answer("")
        }
        container.receiveRelay(message, reply: promise)
    }
    return 1
}

private let decidePolicy:
    @convention(c) (Pointer?, UnsafeMutablePointer<WebKitPolicyDecision>?, WebKitPolicyDecisionType, Pointer?) ->
        gboolean = { _, decision, kind, data in
            guard let decision else { return 0 }
            let address = UInt(bitPattern: decision)
            container(data) { container in
                guard let decision = UnsafeMutablePointer<WebKitPolicyDecision>(bitPattern: address) else { return }
                if container.admits(decision, kind) {
                    webkit_policy_decision_use(decision)
                } else {
                    webkit_policy_decision_ignore(decision)
                    if kind == WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION { container.retryLoad(isStarted: false) }
                }
            }
            return 1
        }

/// Shows the page's title, in the page's language, as the window's.
private let titleChanged: @convention(c) (Pointer?, Pointer?, Pointer?) -> Void = { _, _, data in
    container(data) { container in
        guard let title = webkit_web_view_get_title(container.view), title.pointee != 0 else { return }
        gtk_window_set_title(container.window, title)
    }
}

private let loadChanged: @convention(c) (Pointer?, WebKitLoadEvent, Pointer?) -> Void = { _, event, data in
    container(data) { container in
        switch event {
        case WEBKIT_LOAD_STARTED: container.loads.started()
        case WEBKIT_LOAD_COMMITTED: container.loadCommitted()
        case WEBKIT_LOAD_FINISHED: container.report(container.loads.finished())
        default: break
        }
    }
}

private let loadFailed:
    @convention(c) (Pointer?, WebKitLoadEvent, UnsafePointer<CChar>?, UnsafePointer<GError>?, Pointer?) -> gboolean = {
        _, _, uri, error, data in
        // An interruption by our own decision was reported where it was decided.
        guard cwebkit_is_interruption(error) == 0 else {
            container(data) { $0.retryLoad(isStarted: true) }
            return 1
        }
        let address = uri.map { String(cString: $0) } ?? ""
        let cause = error?.pointee.message.map { String(cString: $0) } ?? "no reason given"
        container(data) {
            let place = EngineAddress.origin(of: address)
            $0.loadDidFail(JourneyError(.pageLoadFailed, "WebKit could not load a page of \(place): \(cause)."))
        }
        return 1
    }

private let loadFailedWithTLSErrors:
    @convention(c) (Pointer?, UnsafePointer<CChar>?, Pointer?, GTlsCertificateFlags, Pointer?) -> gboolean = {
        _, uri, _, errors, data in
        let address = uri.map { String(cString: $0) } ?? ""
        let cause = EngineCertificate.faults(errors)
        container(data) {
            let place = EngineAddress.origin(of: address)
            $0.loadDidFail(JourneyError(.tlsFail, "WebKit refused the TLS certificate of \(place): \(cause)."))
        }
        return 1
    }

private let processTerminated: @convention(c) (Pointer?, WebKitWebProcessTerminationReason, Pointer?) -> Void = {
    _, _, data in
    container(data) { $0.report($0.loads.processDied()) }
}

/// Refuses `window.open`, which has no policy decision: no view, no popup.
private let createRefused: @convention(c) (Pointer?, Pointer?, Pointer?) -> Pointer? = { _, _, _ in nil }

private let permissionRefused: @convention(c) (Pointer?, OpaquePointer?, Pointer?) -> gboolean = { _, request, _ in
    webkit_permission_request_deny(request)
    return 1
}

private let authenticationRefused: @convention(c) (Pointer?, OpaquePointer?, Pointer?) -> gboolean = { _, request, _ in
    webkit_authentication_request_cancel(request)
    return 1
}

private let fileChooserRefused: @convention(c) (Pointer?, OpaquePointer?, Pointer?) -> gboolean = { _, request, _ in
    webkit_file_chooser_request_cancel(request)
    return 1
}

/// Suppresses dialogs; a page that asks before it is left can't block the journey.
private let dialogRefused: @convention(c) (Pointer?, OpaquePointer?, Pointer?) -> gboolean = { _, dialog, _ in
    if webkit_script_dialog_get_dialog_type(dialog) == WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM {
        webkit_script_dialog_confirm_set_confirmed(dialog, 1)
    }
    return 1
}

private let plainRefusal: @convention(c) (Pointer?, Pointer?) -> gboolean = { _, _ in 1 }
private let argumentRefusal: @convention(c) (Pointer?, Pointer?, Pointer?) -> gboolean = { _, _, _ in 1 }

private let downloadStarted: @convention(c) (Pointer?, OpaquePointer?, Pointer?) -> Void = { _, download, _ in
    webkit_download_cancel(download)
}

private let closeRequested: @convention(c) (Pointer?, Pointer?) -> gboolean = { _, data in
    // The window stays until the journey has ended, when the container is closed.
    container(data) { $0.report(.closedByPerson) }
    return 1
}
