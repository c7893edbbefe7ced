import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import Synchronization

extension HolderTransaction {
    /// Returns the next event.
    mutating func next() async -> HolderEvent { await events.next() ?? .leave }

    /// Handles an event that the current step does not expect: most end the transaction, the others are ignored.
    mutating func handle(_ event: HolderEvent) async throws(Stop) {
        switch event {
        case .leave, .abandoned: throw .cancelled(.person)
        case .timeUp(let wait, let number): if number == timer?.number { throw .cancelled(.timedOut(wait)) }
        case .prerequisites:
            guard isReady else { return }
            let missing = await parts.gate.checkCapabilities().missing
            if !missing.isEmpty { throw .cancelled(.prerequisites(missing)) }
        case .connection(.disconnected(let end)): throw .cancelled(dropped(end))
        case .connection(.received(let message)): throw outcome(of: message)
        case .connection(.connected), .resolve, .settings, .consent, .closed, .over, .done: break
        }
    }

    /// Records the loss of the connection and returns the reason for cancelling.
    mutating func dropped(_ end: ConnectionEnd) -> Cancellation {
        log.record(.debug, "BLE-->>OR: didDisconnect")
        isConnected = false
        return switch end {
        case .finished: .readerLeft
        case .here: .dropped(TransportError(.closed, "The connection was closed here."))
        case .dropped(let error): .dropped(error)
        }
    }

    /// Handles a message after the request, when only a status is allowed.
    func outcome(of message: [UInt8]) -> Stop {
        log.record(.debug, "BLE->>OR: didReceive", [.bytes: "\(message.count)"])
        guard let context = session.cryptoContext else { return .failed(SessionError(.outOfTurn)) }
        do throws(ChannelError) {
            let input = try context.receive(message)
            guard input.plaintext == nil else { return .failed(SessionError(.outOfTurn)) }
            return input.status == .termination
                ? .cancelled(.readerLeft) : .failed(SessionError(.refusedByReader))
        } catch {
            let item = try? CBORReader.item(in: message[...], limits: DocumentLimits.session)
            let isSecond = error.reason == .undecodable && item?["eReaderKey"] != nil
            return .failed(isSecond ? SessionError(.secondEstablishment) : SessionError(error))
        }
    }

    /// Forwards the events of the connection to the mailbox.
    mutating func forward(_ connectionEvents: AsyncStream<ConnectionEvent>) {
        let mailbox = mailbox
        forwarders.append(Task { await mailbox.forward(connectionEvents) })
    }

    /// Forwards the elements of `stream` to the mailbox.
    mutating func forward<Element: Sendable>(
        _ stream: AsyncStream<Element>, _ event: @escaping @Sendable (Element) -> HolderEvent
    ) {
        let mailbox = mailbox
        forwarders.append(Task { for await element in stream { mailbox.post(event(element)) } })
    }

    /// Restarts the timer.
    mutating func startTimer(_ wait: Cancellation.Wait, _ duration: Duration) {
        timer?.task.cancel()
        lastNumber += 1
        let (number, clock, mailbox) = (lastNumber, parts.dependencies.clock, mailbox)
        let task = Task {
            guard (try? await clock.sleep(for: duration)) != nil else { return }
            mailbox.post(.timeUp(wait, number))
        }
        timer = (number, task)
    }

    /// Performs `body`, which may take long, while events are handled. If an event ends the transaction, `body` is
    /// cancelled and not waited for.
    mutating func work<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws(Stop) -> Result<Value, any Error> {
        lastNumber += 1
        let (number, mailbox) = (lastNumber, mailbox)
        let task = Task { () -> Result<Value, any Error> in
            defer { mailbox.post(.done(number)) }
            do { return .success(try await body()) } catch { return .failure(error) }
        }
        while true {
            let event = await next()
            if case .done(number) = event { return await task.value }
            do throws(Stop) { try await handle(event) } catch {
                task.cancel()
                cancelledTasks.append(Task { _ = await task.value })
                throw error
            }
        }
    }

    /// Performs `body`, which sends the response. An event that ends the transaction interrupts it at once, unless the
    /// radio has accepted the whole response: then the reader has it.
    mutating func deliver(_ body: @escaping @Sendable () async throws(TransportError) -> Void) async throws(Stop) {
        lastNumber += 1
        let (number, mailbox) = (lastNumber, mailbox)
        let isDone = Flag()
        let task = Task { () -> TransportError? in
            defer { mailbox.post(.done(number)) }
            do throws(TransportError) {
                try await body()
                isDone.set()
                return nil
            } catch { return error }
        }
        while true {
            let event = await next()
            if case .done(number) = event {
                guard let error = await task.value else { return }
                throw error.reason == .tooLarge ? .failed(SessionError(.proof)) : .cancelled(.dropped(error))
            }
            var stop: Stop?
            do throws(Stop) { try await handle(event) } catch { stop = error }
            guard let stop else { continue }
            if !isDone.isSet, let handle = session.connection {
                // Half a response is of no use, and not one byte more of it is sent.
                parts.transport.disconnect(handle)
                isConnected = false
            }
            // A reader that leaves with the whole response interrupted nothing; an error it reports still counts.
            if await task.value == nil, case .cancelled = stop { return }
            throw stop
        }
    }
}

/// A flag that is set once.
private final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock(\.self) }
    func set() { value.withLock { $0 = true } }
}
