import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

extension HolderTransaction {
    /// The next thing that happens.
    mutating func next() async -> HolderEvent { await events.next() ?? .leave }

    /// What `event` means wherever nothing else is said: most things end the transaction, the rest means nothing any more.
    mutating func heed(_ event: HolderEvent) async throws(Stop) {
        switch event {
        case .leave: throw .cancelled(.person)
        case .timeUp(let wait, let number): if number == timer?.number { throw .cancelled(.timedOut(wait)) }
        case .prerequisites:
            guard isReady else { return }
            let missing = await parts.gate.checkCapabilities().missing
            if !missing.isEmpty { throw .cancelled(.prerequisites(missing)) }
        case .connection(.disconnected(let end)): throw .cancelled(dropped(end))
        case .connection(.received(let message)): throw hear(message)
        case .connection(.connected), .resolve, .consent, .closed, .done: break
        }
    }

    /// Notes that the connection is gone.
    mutating func dropped(_ end: ConnectionEnd) -> Cancellation {
        log.record(.debug, "BLE-->>OR: didDisconnect")
        isConnected = false
        return switch end {
        case .finished: .readerLeft
        case .here: .dropped(TransportError(.closed, "The connection was closed here."))
        case .dropped(let error): .dropped(error)
        }
    }

    /// What a message means after the request, where only a status may come.
    func hear(_ message: [UInt8]) -> Stop {
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

    /// Has everything of `stream` come to the mailbox.
    mutating func carry<Element: Sendable>(
        _ stream: AsyncStream<Element>, _ event: @escaping @Sendable (Element) -> HolderEvent
    ) {
        let mailbox = mailbox
        carriers.append(Task { for await element in stream { mailbox.post(event(element)) } })
    }

    /// Begins to count anew.
    mutating func arm(_ wait: Cancellation.Wait, _ duration: Duration) {
        timer?.task.cancel()
        lastNumber += 1
        let (number, clock, mailbox) = (lastNumber, parts.surroundings.clock, mailbox)
        let task = Task {
            guard (try? await clock.sleep(for: duration)) != nil else { return }
            mailbox.post(.timeUp(wait, number))
        }
        timer = (number, task)
    }

    /// Does `body`, which may take long, while everything that happens counts. When that ends the transaction, `body` is
    /// cancelled and left to itself.
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
            do throws(Stop) { try await heed(event) } catch {
                task.cancel()
                throw error
            }
        }
    }

    /// Does `body`, which sends the response. A reader that has all of it may leave before this side has heard so: that is
    /// success, and only what the radio did not take was dropped.
    mutating func deliver(_ body: @escaping @Sendable () async throws(TransportError) -> Void) async throws(Stop) {
        lastNumber += 1
        let (number, mailbox) = (lastNumber, mailbox)
        let task = Task { () -> TransportError? in
            defer { mailbox.post(.done(number)) }
            do throws(TransportError) {
                try await body()
                return nil
            } catch { return error }
        }
        // What the reader said or did meanwhile.
        var early: Stop?
        while true {
            let event = await next()
            switch event {
            case .done(number):
                guard let error = await task.value else {
                    // All of it was taken, so that leaving was no interruption; a complaint is one all the same.
                    if case .failed? = early { throw early ?? .cancelled(.readerLeft) }
                    return
                }
                throw early ?? .cancelled(.dropped(error))
            case .connection(.disconnected(let end)):
                let reason = dropped(end)
                early = early ?? .cancelled(reason)
            case .connection(.received(let message)):
                guard early == nil else { continue }
                early = hear(message)
            default:
                do throws(Stop) { try await heed(event) } catch {
                    leftovers.append(Task { _ = await task.value })
                    throw error
                }
            }
        }
    }
}
