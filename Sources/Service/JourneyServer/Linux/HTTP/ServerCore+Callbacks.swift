import CMicrohttpd
import JourneyBase
import Synchronization

// The library's callbacks. All run on the loop's thread, inside `MHD_run` or `MHD_stop_daemon`.

/// A connection came or went.
func onConnection(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_ConnectionNotificationCode
) {
    guard let context, let connection else { return }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    core.state.withLock { state in
        state.waiting[UInt(bitPattern: connection)] = code == .CONNECTION_NOTIFY_STARTED ? .now : nil
    }
}

/// The target as it came, before the library takes it apart.
func onTarget(
    context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context, let target, let connection else { return nil }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    let text = String(validatingCString: target) ?? ""
    let exchange = core.state.withLock { state in
        state.nextID += 1
        let exchange = Exchange(id: state.nextID, target: text, connection: connection)
        state.exchanges[exchange.id] = exchange
        state.waiting[UInt(bitPattern: connection)] = nil
        return exchange
    }
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
    guard let context, let connection, let method, let size, let opaque = request?.pointee else { return .NO }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(opaque).takeUnretainedValue()
    let chunk = UnsafeRawBufferPointer(start: data, count: size.pointee)
    size.pointee = 0
    return core.advance(exchange, method: String(cString: method), chunk: chunk, on: connection)
}

func onCompleted(
    context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
    request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
    guard let context, let opaque = request?.pointee else { return }
    let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
    let exchange = Unmanaged<Exchange>.fromOpaque(opaque).takeUnretainedValue()
    request?.pointee = nil
    core.complete(exchange)
}

/// The header fields of a request.
func headerFields(of connection: OpaquePointer) -> HTTPFields? {
    var fields: HTTPFields? = HTTPFields()
    withUnsafeMutablePointer(to: &fields) { fields in
        _ = MHD_get_connection_values_n(
            connection, .HEADER_KIND,
            { context, _, name, nameCount, value, valueCount in
                let fields = context?.assumingMemoryBound(to: HTTPFields?.self)
                let name = text(name, nameCount)
                let value = text(value, valueCount)
                guard let fields, let name, let value, HTTPFields.isSafe(name: name, value: value) else {
                    fields?.pointee = nil
                    return .NO
                }
                fields.pointee?.add(name, value)
                return .YES
            }, fields)
    }
    return fields
}

private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String? {
    String(validating: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
}
