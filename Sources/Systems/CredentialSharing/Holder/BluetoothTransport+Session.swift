import JourneyBase

extension BluetoothTransport {
    /// Advertises or scans, as the session's engagement says, and returns the events. The session owns the handle.
    /// Throws `SessionError`.
    func startAdvertising(in session: HolderSession, log: Log) throws(SessionError) -> AsyncStream<ConnectionEvent> {
        log.record(.debug, "OR->>BLE: startAdvertising")
        guard let engagement = session.cryptoContext?.engagement else { throw SessionError(.outOfState) }
        let plan: ConnectionPlan
        do throws(TransportError) { plan = try ConnectionPlan(holder: engagement) } catch {
            throw SessionError(.engagement)
        }
        let handle = open(plan)
        // If the session refuses the handle, it is released here, which closes its connection.
        try session.setConnection(handle)
        return handle.events
    }

    /// Sends a message over the session's connection. Returns when the radio has accepted all of it. Throws
    /// `TransportError`.
    func send(_ message: [UInt8], using session: HolderSession, log: Log) async throws(TransportError) {
        log.record(.debug, "OR->>BLE: send", [.bytes: "\(message.count)"])
        guard let handle = session.connection else {
            throw TransportError(.closed, "The session has no connection.")
        }
        try await send(message, over: handle)
        log.record(.debug, "BLE-->>OR: didSend")
    }
}
