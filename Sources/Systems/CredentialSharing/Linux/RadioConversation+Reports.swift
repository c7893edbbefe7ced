import Synchronization

extension RadioConversation {
    /// Whether more is wanted.
    func heard(_ report: Result<RadioReport, TransportError>) -> Bool {
        do throws(TransportError) { return take(try report.get()) } catch {
            finish(.radio(.resetting), error)
            return false
        }
    }

    private func take(_ report: RadioReport) -> Bool {
        switch report {
        case .ready(let radio): state.withLock { $0.radio = radio }
        case .connected(let peer):
            // A client has one server, and a peer connects once.
            let isNew = state.withLock { isServer != (peer == .server) && $0.peers.insert(peer).inserted }
            return isNew ? tell(.connected(peer)) : fault()
        case .limit(let limit, let peer): return tell(.valueLimit(limit, peer), of: peer)
        case .subscribed(let characteristic, let peer): return tell(.subscribed(characteristic, peer), of: peer)
        case .received(let value, let characteristic, let peer):
            return tell(.received(value, characteristic, peer), of: peer)
        case .sent: return settle(.sent, .success([]))
        case .read(let characteristic, let value):
            return settle(.read(characteristic), value.map { .success($0) } ?? .failure(.refused))
        case .didSubscribe(let characteristic, let isSubscribed):
            return settle(.subscription(characteristic), isSubscribed ? .success([]) : .failure(.refused))
        case .channelOpened(let peer): return isServer ? tell(.channelOpened(peer), of: peer) : fault()
        case .didOpenChannel(let isOpen): return settle(.channel, isOpen ? .success([]) : .failure(.refused))
        case .disconnected(let peer, let end):
            guard state.withLock({ $0.peers.remove(peer) }) != nil else { return fault() }
            guard tell(.disconnected(peer, end)) else { return false }
            if !isServer { finish(end, TransportError(.disconnected, "The server is gone.")) }
            return isServer
        case .closed(let end, let text):
            finish(end, TransportError(end == .unusable ? .unusable : .unavailable, "The radio process: \(text)"))
            return false
        }
        return true
    }

    private func tell(_ event: LinkEvent) -> Bool {
        if case .dropped = events.yield(event) {
            finish(.unusable, TransportError(.tooLarge, "More than \(RadioConversation.mostEvents) events are unread."))
            return false
        }
        return true
    }

    private func tell(_ event: LinkEvent, of peer: LinkPeer) -> Bool {
        state.withLock { $0.peers.contains(peer) } ? tell(event) : fault()
    }

    private func settle(_ answer: Answer, _ result: Result<[UInt8], TransportError>) -> Bool {
        let question = state.withLock { state -> Question? in
            guard state.questions[answer]?.isEmpty == false else { return nil }
            return state.questions[answer]?.removeFirst()
        }
        guard let question else { return fault() }
        question.settle(result)
        return true
    }

    /// The process said what does not fit what was said before.
    private func fault() -> Bool {
        finish(.radio(.resetting), RadioFrame.fault())
        return false
    }

    func finish(_ end: LinkEnd, _ error: TransportError) {
        let (isFirst, socket, questions) = state.withLock { state in
            guard state.fault == nil else { return (false, nil as RadioSocket?, [] as [Question]) }
            state.fault = error
            defer {
                state.questions = [:]
                state.peers = []
                state.socket = nil
            }
            return (true, state.socket, state.questions.values.flatMap { $0 })
        }
        guard isFirst else { return }
        socket?.close()
        for question in questions { question.settle(.failure(error)) }
        // When the buffer is full, the end of the stream says the same.
        events.yield(.closed(end))
        events.finish()
    }
}

extension TransportError {
    fileprivate static var refused: TransportError {
        TransportError(.unusable, "The server does not have that, or refused to let it be used.")
    }
}
