internal import CoreBluetooth
internal import Dispatch
internal import Foundation

/// An open L2CAP channel.
///
/// `@unchecked Sendable`: all state is used on the main queue only, whose run loop serves the streams.
final class ChannelStreams: NSObject, StreamDelegate, @unchecked Sendable {
    typealias Done = CheckedContinuation<TransportError?, Never>

    private let channel: CBL2CAPChannel
    private let heard: @Sendable ([UInt8]) -> Void
    private let ended: @Sendable () -> Void
    private var waiting: [(rest: ArraySlice<UInt8>, done: Done)] = []
    private var isClosed = false

    /// Creates the channel's streams. `heard` receives the bytes as they arrive; `ended` is called once the peer has
    /// closed the channel.
    init(_ channel: CBL2CAPChannel, heard: @escaping @Sendable ([UInt8]) -> Void, ended: @escaping @Sendable () -> Void)
    {
        self.channel = channel
        self.heard = heard
        self.ended = ended
    }

    func open() {
        DispatchQueue.main.async { [self] in
            for stream in [channel.inputStream, channel.outputStream] as [Stream?] {
                stream?.delegate = self
                stream?.schedule(in: .main, forMode: .common)
                stream?.open()
            }
        }
    }

    /// Writes all of `bytes` and resumes `done` when they are written.
    func write(_ bytes: [UInt8], _ done: Done) {
        DispatchQueue.main.async { [self] in
            guard !isClosed else { return done.resume(returning: LinkWaiters.closed) }
            waiting.append((bytes[...], done))
            pump()
        }
    }

    func close() { DispatchQueue.main.async { [self] in shut() } }

    func stream(_ stream: Stream, handle event: Stream.Event) {
        switch event {
        case .hasBytesAvailable: read()
        case .hasSpaceAvailable: pump()
        case .endEncountered, .errorOccurred:
            if !isClosed { ended() }
            shut()
        default: break
        }
    }

    private func read() {
        guard let input = channel.inputStream else { return }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !isClosed, input.hasBytesAvailable {
            let count = input.read(&buffer, maxLength: buffer.count)
            guard count > 0 else { return }
            heard(Array(buffer[..<count]))
        }
    }

    private func pump() {
        guard let output = channel.outputStream else { return }
        while let first = waiting.first, output.hasSpaceAvailable {
            let count = first.rest.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.map { output.write($0, maxLength: bytes.count) } ?? 0
            }
            guard count > 0 else { return }
            waiting[0].rest = first.rest.dropFirst(count)
            if waiting[0].rest.isEmpty { waiting.removeFirst().done.resume(returning: nil) }
        }
    }

    private func shut() {
        guard !isClosed else { return }
        isClosed = true
        for stream in [channel.inputStream, channel.outputStream] as [Stream?] {
            stream?.delegate = nil
            stream?.close()
        }
        for (_, done) in waiting { done.resume(returning: LinkWaiters.closed) }
        waiting = []
    }
}
