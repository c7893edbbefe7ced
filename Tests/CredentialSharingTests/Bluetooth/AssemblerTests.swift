import Testing

@testable import CredentialSharing

@Suite struct AssemblerTests {
    @Test func `chunks are joined to a message at the last one, and the next message starts afresh`() throws {
        var chunks = ChunkAssembler(limit: 8)
        #expect(try chunks.append([1, 10, 11]) == nil)
        #expect(try chunks.append([1, 12]) == nil)
        #expect(chunks.count == 3)
        #expect(try chunks.append([0, 13]) == [10, 11, 12, 13])
        #expect(chunks.count == 0)
        #expect(try chunks.append([0, 14]) == [14])
        // Some senders mark the end in a following chunk without data.
        #expect(try chunks.append([1, 15]) == nil)
        #expect(try chunks.append([0]) == [15])
    }

    @Test(
        arguments: [
            ([], .protocolFault), ([2], .protocolFault), ([2, 1], .protocolFault), ([0xFF, 1, 2], .protocolFault),
            ([0], .protocolFault), ([1], .protocolFault), ([1] + text(8), nil), ([0] + text(8), nil),
            ([1] + text(9), .tooLarge), ([0] + text(9), .tooLarge),
        ] as [([UInt8], TransportError.Reason?)])
    func `a first chunk must have a valid marker and fit the limit`(
        value: [UInt8], reason: TransportError.Reason?
    ) {
        var chunks = ChunkAssembler(limit: 8)
        do {
            _ = try chunks.append(value)
            #expect(reason == nil)
        } catch { #expect(error.reason == reason) }
    }

    @Test func `ten megabytes of unfinished chunks stop at the limit, and the buffer is released`() throws {
        var chunks = ChunkAssembler(limit: 64 << 10)
        let value = [1] + text(511)
        var most = 0
        var refusal: TransportError?
        for _ in 0..<(10 << 20) / 511 where refusal == nil {
            do { _ = try chunks.append(value) } catch { refusal = error }
            most = max(most, chunks.count)
        }
        #expect(refusal?.reason == .tooLarge && chunks.count == 0)
        #expect(most == (64 << 10) / 511 * 511)
    }

    @Test func `a channel's bytes are split into messages wherever they are cut`() throws {
        let sent: [[UInt8]] = [[7], text(300), text(70_000), [9, 9]]
        var bytes: [UInt8] = []
        for message in sent {
            bytes +=
                [0, UInt8(message.count >> 16), UInt8(message.count >> 8 & 0xFF), UInt8(message.count & 0xFF)] + message
        }
        for size in [1, 2, 3, 4, 5, 7, 299, 304, 305, 4_096, bytes.count] {
            var stream = StreamAssembler(limit: 70_000)
            var received: [[UInt8]] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                received += try stream.append(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(received == sent, "cut into \(size)")
            #expect(stream.count == 0)
        }
    }

    @Test(
        arguments: [
            ([0, 0, 0, 0], .protocolFault), ([0, 0, 0, 8], nil), ([0, 0, 0, 9], .tooLarge), ([0, 0, 1, 0], .tooLarge),
            ([0x7F, 0xFF, 0xFF, 0xFF], .tooLarge), ([0xFF, 0xFF, 0xFF, 0xFF], .tooLarge), ([0, 0, 0], nil), ([], nil),
        ] as [([UInt8], TransportError.Reason?)])
    func `a channel's message length is checked before its content arrives`(
        header: [UInt8], reason: TransportError.Reason?
    ) {
        var stream = StreamAssembler(limit: 8)
        do {
            _ = try stream.append(header)
            #expect(reason == nil && stream.count == header.count)
        } catch { #expect(error.reason == reason && stream.count == 0) }
    }

    @Test(arguments: [2, 3, 20, 182, 244, 510, 512], [1, 19, 20, 509, 510, 511, 512, 1_021, 1_022, 30_000])
    func `messages are split at the value limit and reassembled whole`(limit: Int, count: Int) throws {
        var queue = ChunkQueue()
        queue.append(text(count), number: 1)
        queue.append([5], number: 2)
        var chunks = ChunkAssembler(limit: count)
        var messages: [[UInt8]] = []
        var completed: [Int] = []
        var values = 0
        while let (value, number) = queue.next(limit: limit) {
            #expect(value.count <= limit)
            values += 1
            if let message = try chunks.append(value) { messages.append(message) }
            if let number { completed.append(number) }
        }
        #expect(messages == [text(count), [5]] && completed == [1, 2])
        #expect(values == (count + limit - 2) / (limit - 1) + 1)
        #expect(queue.isEmpty)
    }

    @Test(arguments: [1, 3, 4, 5, 2_048])
    func `a channel's pieces carry the length before the message`(limit: Int) throws {
        var queue = ChunkQueue()
        queue.append(text(5_000), number: 1)
        queue.append([5], number: 2)
        var stream = StreamAssembler(limit: 5_000)
        var messages: [[UInt8]] = []
        var completed: [Int] = []
        while let (piece, number) = queue.nextPiece(limit: limit) {
            messages += try stream.append(piece)
            if let number { completed.append(number) }
        }
        #expect(messages == [text(5_000), [5]] && completed == [1, 2])
    }
}
