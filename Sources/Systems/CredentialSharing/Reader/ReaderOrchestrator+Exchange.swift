import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

extension ReaderOrchestrator {
    /// Takes what was scanned or pasted, and goes to find its holder.
    func scan(_ code: String, _ session: ReaderSession, isGiven: Bool) async throws(ReaderError) {
        let engagement: Engagement
        do throws(CBORError) {
            engagement = try Engagement(address: code.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            // Whoever scans or pastes can do it again.
            guard !isGiven, stage != nil else { throw ReaderError(.invalidCode) }
            return await show(session, fault: true)
        }
        let plan: ConnectionPlan
        let key: EphemeralKey
        do throws(TransportError) { plan = try ConnectionPlan(reader: engagement) } catch {
            throw ReaderError(.noMethod)
        }
        do throws(CryptoError) { key = try makeKey(engagement.key) } catch { throw ReaderError(.request) }
        try session.setEngagement(ReaderContext(engagement, key: key))
        try await enter(.connecting, session, within: settings.connect)
        let handle = transport.open(plan)
        listen(handle.events)
        try session.setConnection(handle)
    }

    private func listen(_ incoming: AsyncStream<ConnectionEvent>) {
        let events = events
        helpers.append(
            Task {
                var isAnswered = false
                for await event in incoming {
                    // One request has one answer; whatever follows is not kept.
                    if case .received = event {
                        if isAnswered { continue }
                        isAnswered = true
                    }
                    events?.yield(.connection(event))
                }
            })
    }

    /// Makes the request, signed for this session where there is somebody to sign: who may take their time, or ask a person.
    func prepare(_ session: ReaderSession) async throws(ReaderError) {
        try await enter(.requesting, session, within: settings.inactivity)
        guard let transcript = session.context?.transcript else { throw ReaderError(.outOfState) }
        let (events, signer, draft) = (events, signer, session.profile.draft)
        helpers.append(
            Task {
                do {
                    let request =
                        if let signer { try await draft.request(signedBy: signer, for: transcript) } else {
                            try draft.request()
                        }
                    events?.yield(.prepared(.success(request)))
                } catch { events?.yield(.prepared(.failure(ReaderError(.request)))) }
            })
    }

    /// Sends the request.
    func ask(_ request: DeviceRequest, _ session: ReaderSession) throws(ReaderError) {
        guard let context = session.context, let handle = session.connection else { throw ReaderError(.outOfState) }
        try session.setRequest(request)
        let message: [UInt8]
        do throws(ChannelError) { message = try context.seal(Array(request.encoded)) } catch {
            throw ReaderError(.request)
        }
        let (events, transport) = (events, transport)
        // Not one of the helpers: what is said at the end goes behind it, whole.
        Task {
            do throws(TransportError) {
                try await transport.send(message, over: handle)
                events?.yield(.sent(nil))
            } catch { events?.yield(.sent(error)) }
        }
    }

    /// Takes the answer: data first, whatever else the message says.
    func read(_ message: [UInt8], _ session: ReaderSession) async throws(ReaderError) {
        guard let context = session.context else { throw ReaderError(.outOfState) }
        let input: SessionInput
        do throws(ChannelError) { input = try context.receive(message) } catch { throw ReaderError(error) }
        guard input.status == nil || input.status == .termination else { throw ReaderError(.refusedByHolder) }
        guard let plaintext = input.plaintext else { return try session.transition(to: .cancelled(.declined)) }
        try await enter(.verifying, session)
        let response: DeviceResponse
        do throws(CBORError) { response = try DeviceResponse(plaintext) } catch { throw ReaderError(.invalidResponse) }
        guard response.status == DeviceResponse.Status.ok.rawValue else { throw ReaderError(.refusedByHolder) }
        let judge = Judge(
            verifier: verifier, session: .init(transcript: context.transcript, readerKey: context.readerKey),
            needed: settings.needed, time: surroundings.now())
        guard let result = await judge.result(of: response, to: session.profile) else {
            return try session.transition(to: .cancelled(.declined))
        }
        try session.transition(to: .success(result: result))
    }

    /// What an end before the answer means. A drop is no failure and no answer: the transaction is over, and nothing of it can
    /// be taken up again.
    static func state(after end: ConnectionEnd) -> ReaderSessionState {
        switch end {
        case .finished: .cancelled(.declined)
        case .here: .cancelled(.here)
        case .dropped(let error):
            switch error.reason {
            case .unavailable, .disconnected, .closed: .cancelled(.dropped)
            case .unusable, .identMismatch, .protocolFault: .failed(error: ReaderError(.peer))
            case .tooLarge: .failed(error: ReaderError(.tooLarge))
            }
        }
    }
}

/// Verifies beside the orchestrator, which hears meanwhile.
private struct Judge: Sendable {
    let verifier: DocumentVerifier
    let session: DocumentVerifier.Session
    let needed: Set<VerificationCheck.Name>
    let time: Date

    @concurrent func result(of response: DeviceResponse, to profile: RequestProfile) async -> ReadResult? {
        ReadResult(response, to: profile, by: verifier, session: session, needed: needed, at: time)
    }
}
