import CMicrohttpd
import JourneyBase

// The library's callbacks. All run on the loop's thread, inside `MHD_run` or `MHD_stop_daemon`.

/// A connection came or went.
func onConnection(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_ConnectionNotificationCode
) {
    guard let context, let connection, let socketContext else { return }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    core.activity &+= 1
    if code == .CONNECTION_NOTIFY_STARTED {
        let record = Connection(raw: connection, loop: core.loop, now: core.now)
        core.connections[UInt(bitPattern: connection)] = record
        socketContext.pointee = Unmanaged.passUnretained(record).toOpaque()
    } else {
        core.connections[UInt(bitPattern: connection)] = nil
        socketContext.pointee = nil
    }
}

/// The target as it came, before the library takes it apart.
func onTarget(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context, let target, let connection, let record = cmhd_socket_context(connection) else { return nil }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    core.activity &+= 1
    let owner = Unmanaged<Connection>.fromOpaque(record).takeUnretainedValue()
    let exchange = Exchange(
        id: core.nextRequestID(), target: RawTarget(target), connection: owner, now: core.now)
    owner.requests += 1
    core.underWay += 1
    // Owned here until the library says that the request is complete.
    owner.exchange = exchange
    return Unmanaged.passUnretained(exchange).toOpaque()
}

/// Leaves escapes as they are: the router decodes them, segment by segment.
func onUnescape(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, text: UnsafeMutablePointer<CChar>?
) -> Int {
    guard let text else { return 0 }
    var count = 0
    while text[count] != 0 { count += 1 }
    return count
}

func onAccess(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, data: UnsafePointer<CChar>?,
    size: UnsafeMutablePointer<Int>?, request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let method, let version, let size, let opaque = request?.pointee else { return .NO }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(opaque).takeUnretainedValue()
    core.activity &+= 1
    let chunk = UnsafeRawBufferPointer(start: data, count: size.pointee)
    size.pointee = 0
    return core.advance(exchange, line: RequestLine(method: method, version: version), chunk: chunk)
}

func onCompleted(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
    guard let context, let opaque = request?.pointee else { return }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(opaque).takeUnretainedValue()
    request?.pointee = nil
    core.complete(exchange, reason)
}
