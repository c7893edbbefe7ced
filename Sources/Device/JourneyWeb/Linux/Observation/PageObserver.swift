internal import CWebKitGTK
internal import Glibc
internal import JourneyBase

/// Reports what a container's pages say and load, for development runs.
///
/// It is attached to a container from outside: a container without an observer has none of its scripts and handlers.
@GTKActor
package final class PageObserver {
    /// The largest number of reports of one container. The script limits those of a document.
    private static let most = 5_000
    private static let world = "journey-observer"
    private static let handler = "journeyObserver"

    private let receive: @Sendable (PageReport) -> Void
    private var count = 0

    private init(_ receive: @escaping @Sendable (PageReport) -> Void) { self.receive = receive }

    /// Attaches an observer to `container`, whose pages it sees from the next load on. It lives as long as the container's view.
    ///
    /// - Parameters:
    ///   - container: A container that has loaded nothing yet.
    ///   - observerScript: The script for the observer's own world. No product ships it.
    ///   - consoleScript: The script for the page's world, which reports its console.
    ///   - receive: Receives the reports on the thread of GTK.
    package static func attach(
        to container: WebKitContainer, observerScript: String, consoleScript: String,
        _ receive: @escaping @Sendable (PageReport) -> Void
    ) {
        guard !container.isClosed else { return }
        let observer = PageObserver(receive)
        let (frames, time) = (WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START)
        for script in [
            webkit_user_script_new_for_world(observerScript, frames, time, world, nil, nil),
            webkit_user_script_new(consoleScript, frames, time, nil, nil),
        ] {
            webkit_user_content_manager_add_script(container.content, script)
            webkit_user_script_unref(script)
        }
        webkit_user_content_manager_register_script_message_handler(container.content, handler, world)
        observer.connect(
            .init(container.content), "script-message-received::\(handler)",
            unsafeBitCast(messageReceived, to: GCallback.self))
        observer.connect(container.view, "load-changed", unsafeBitCast(loadChanged, to: GCallback.self))
        observer.connect(container.view, "resource-load-started", unsafeBitCast(resourceStarted, to: GCallback.self))
        observer.connect(
            container.view, "notify::is-web-process-responsive",
            unsafeBitCast(responsivenessChanged, to: GCallback.self))
    }

    /// Connects a signal; the connection keeps this observer.
    private func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback?) {
        _ = cwebkit_connect_owned(object, signal, callback, Unmanaged.passRetained(self).toOpaque()) { data, _ in
            if let data { Unmanaged<PageObserver>.fromOpaque(data).release() }
        }
    }

    func report(_ note: PageReport) {
        // A page is followed to its end, however many reports it has sent.
        if note.isOfLoad { return receive(note) }
        guard count <= PageObserver.most else { return }
        count += 1
        receive(count > PageObserver.most ? .dropped : note)
    }

    /// Follows a resource from its request to its end.
    func follow(_ resource: OpaquePointer, _ request: OpaquePointer) {
        let address = webkit_uri_request_get_uri(request).map { String(cString: $0) } ?? ""
        let method = webkit_uri_request_get_http_method(request).map { String(cString: $0) } ?? "GET"
        let load = ResourceLoad(observer: self, method: method, url: PageAddress.shown(address))
        for (signal, callback) in [
            ("finished", unsafeBitCast(resourceFinished, to: GCallback.self)),
            ("failed", unsafeBitCast(resourceFailed, to: GCallback.self)),
            ("failed-with-tls-errors", unsafeBitCast(resourceTLSFailed, to: GCallback.self)),
        ] {
            _ = cwebkit_connect_owned(
                UnsafeMutableRawPointer(resource), signal, callback, Unmanaged.passRetained(load).toOpaque()
            ) { data, _ in
                if let data { Unmanaged<ResourceLoad>.fromOpaque(data).release() }
            }
        }
    }
}

/// A resource that is being loaded, reported once.
@GTKActor
private final class ResourceLoad {
    private let observer: PageObserver
    private let method: String
    private let url: String
    private let start = ContinuousClock.now
    private var isReported = false

    init(observer: PageObserver, method: String, url: String) {
        self.observer = observer
        self.method = method
        self.url = url
    }

    private var exchange: PageReport.Exchange {
        PageReport.Exchange(
            method: method, url: url, milliseconds: Int((ContinuousClock.now - start) / .milliseconds(1)))
    }

    func finished(_ resource: OpaquePointer) {
        guard !isReported, let response = webkit_web_resource_get_response(resource) else { return }
        let status = Int(webkit_uri_response_get_status_code(response))
        guard status != 0 else { return }
        isReported = true
        let type = webkit_uri_response_get_mime_type(response).map { String(cString: $0) }
        observer.report(.answered(exchange, status: status, type: type))
    }

    /// Handles a failure. A response with an error status "fails" as cancelled, and the engine cancels requests that it makes again
    /// in another process.
    func failed(_ resource: OpaquePointer, reason: String, isCancelled: Bool) {
        let response = webkit_web_resource_get_response(resource)
        let status = response.map { webkit_uri_response_get_status_code($0) } ?? 0
        if status >= 400 { return finished(resource) }
        guard !isReported, !isCancelled else { return }
        isReported = true
        observer.report(.failed(exchange, reason: reason))
    }
}

private typealias Pointer = UnsafeMutableRawPointer

/// Runs `body` with the object in `data`. Pointers are passed as addresses; the thread is the same.
private func with<Object: AnyObject>(_ data: Pointer?, _ body: @GTKActor (Object) -> Void) {
    guard let data else { return }
    let address = UInt(bitPattern: data)
    GTKActor.assumeIsolated {
        guard let data = UnsafeRawPointer(bitPattern: address) else { return }
        body(Unmanaged<Object>.fromOpaque(data).takeUnretainedValue())
    }
}

private let messageReceived: @convention(c) (Pointer?, OpaquePointer?, Pointer?) -> Void = { _, value, data in
    guard let value, let bytes = jsc_value_to_string_as_bytes(value) else { return }
    defer { g_bytes_unref(bytes) }
    var count: gsize = 0
    let start = g_bytes_get_data(bytes, &count)
    guard let note = PageReport(UnsafeRawBufferPointer(start: start, count: Int(count))) else { return }
    with(data) { (observer: PageObserver) in observer.report(note) }
}

private let loadChanged: @convention(c) (Pointer?, WebKitLoadEvent, Pointer?) -> Void = { view, event, data in
    guard let view else { return }
    let web = view.assumingMemoryBound(to: WebKitWebView.self)
    let address = webkit_web_view_get_uri(web).map { String(cString: $0) } ?? ""
    with(data) { (observer: PageObserver) in
        if event == WEBKIT_LOAD_COMMITTED { observer.report(.committed(url: PageAddress.shown(address))) }
    }
}

private let responsivenessChanged: @convention(c) (Pointer?, OpaquePointer?, Pointer?) -> Void = { view, _, data in
    guard let view else { return }
    guard webkit_web_view_get_is_web_process_responsive(view.assumingMemoryBound(to: WebKitWebView.self)) == 0 else {
        return
    }
    with(data) { (observer: PageObserver) in observer.report(.unresponsive) }
}

private let resourceStarted: @convention(c) (Pointer?, OpaquePointer?, OpaquePointer?, Pointer?) -> Void = {
    _, resource, request, data in
    let (resource, request) = (UInt(bitPattern: resource), UInt(bitPattern: request))
    with(data) { (observer: PageObserver) in
        guard let resource = OpaquePointer(bitPattern: resource), let request = OpaquePointer(bitPattern: request)
        else {
            return
        }
        observer.follow(resource, request)
    }
}

private let resourceFinished: @convention(c) (OpaquePointer?, Pointer?) -> Void = { resource, data in
    let resource = UInt(bitPattern: resource)
    with(data) { (load: ResourceLoad) in
        if let resource = OpaquePointer(bitPattern: resource) { load.finished(resource) }
    }
}

private let resourceFailed: @convention(c) (OpaquePointer?, UnsafePointer<GError>?, Pointer?) -> Void = {
    resource, error, data in
    let reason = error?.pointee.message.map { String(cString: $0) } ?? "no reason given"
    let isCancelled = cwebkit_is_interruption(error) != 0
    let resource = UInt(bitPattern: resource)
    with(data) { (load: ResourceLoad) in
        guard let resource = OpaquePointer(bitPattern: resource) else { return }
        load.failed(resource, reason: reason, isCancelled: isCancelled)
    }
}

private let resourceTLSFailed: @convention(c) (OpaquePointer?, Pointer?, GTlsCertificateFlags, Pointer?) -> Void = {
    resource, _, errors, data in
    let reason = "the TLS certificate is refused: \(EngineCertificate.faults(errors))"
    let resource = UInt(bitPattern: resource)
    with(data) { (load: ResourceLoad) in
        guard let resource = OpaquePointer(bitPattern: resource) else { return }
        load.failed(resource, reason: reason, isCancelled: false)
    }
}
