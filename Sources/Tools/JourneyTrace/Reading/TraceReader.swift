internal import JourneyBase
package import JourneyCLI
import WalletPass

/// Reads the file of a trace, which may come from anybody: all limits are checked before anything is unpacked or parsed.
package enum TraceReader {
    /// Reads the trace in a file.
    ///
    /// - Parameter path: The file.
    /// - Returns: The trace.
    /// - Throws: `FILE_MISSING`, `FILE_UNREADABLE`, `FILE_TOO_LARGE`, `TRACE_INVALID`, `TRACE_TOO_LARGE`, `TRACE_VERSION`.
    package static func read(_ path: String) throws(CommandError) -> Trace {
        try read(try BoundedFile.read(path, limit: TraceFormat.largestFile), name: path)
    }

    /// Reads the trace in `bytes`; `name` is for messages. Throws as `read(_:)` does.
    package static func read(_ bytes: [UInt8], name: String) throws(CommandError) -> Trace {
        let reading = Reading(name: name)
        let files = try reading.files(of: bytes)
        return Trace(
            header: try reading.header(files[TraceFormat.header]), lines: try reading.lines(files[TraceFormat.lines]),
            resources: files.filter { TraceFormat.isResource($0.key) })
    }

    private struct Reading {
        let name: String

        func invalid(_ rest: String) -> CommandError { .badInput(.traceInvalid, "\(name) is not a trace: \(rest).") }

        func tooLarge(_ rest: String) -> CommandError {
            .badInput(.traceTooLarge, "\(name) exceeds the limits of a trace: \(rest).")
        }

        func files(of bytes: [UInt8]) throws(CommandError) -> [String: [UInt8]] {
            let files: [String: [UInt8]]
            do throws(ZipError) { files = try ZipArchive(bytes, limits: TraceFormat.archive).files } catch {
                switch error {
                case .tooLarge:
                    throw tooLarge(
                        "at most \(TraceFormat.mostResources + 2) parts and \(TraceFormat.largestWhole) bytes are read")
                case .badName: throw invalid("a part's name leaves the archive or occurs twice")
                case .unsupported: throw invalid("the zip archive uses encryption, Zip64 or an unknown method")
                case .damaged: throw invalid("it is not an intact zip archive")
                }
            }
            for (part, content) in files {
                switch part {
                case TraceFormat.header: try bound(content, TraceFormat.largestHeader, part)
                case TraceFormat.lines: try bound(content, TraceFormat.largestLines, part)
                case _ where TraceFormat.isResource(part): try bound(content, TraceFormat.largestResource, part)
                default: throw invalid("it has a part that no trace has")
                }
            }
            return files
        }

        private func bound(_ content: [UInt8], _ limit: Int, _ part: String) throws(CommandError) {
            guard content.count <= limit else { throw tooLarge("\(part) has more than \(limit) bytes") }
        }

        func header(_ bytes: [UInt8]?) throws(CommandError) -> TraceHeader {
            guard let bytes else { throw invalid("\(TraceFormat.header) is missing") }
            let value = try json(bytes, "\(TraceFormat.header)", limit: TraceFormat.largestHeader)
            guard value["format"]?.string == TraceFormat.name, let version = value["version"]?.int64, version >= 1
            else {
                throw invalid("\(TraceFormat.header) does not say '\(TraceFormat.name)' and a version")
            }
            guard version <= TraceFormat.version else {
                throw .badInput(
                    .traceVersion,
                    "\(name) has version \(version) of the trace format, and this program reads up to \(TraceFormat.version)."
                )
            }
            guard let header = TraceHeader(json: value) else { throw invalid("\(TraceFormat.header) has no title") }
            return header
        }

        func lines(_ bytes: [UInt8]?) throws(CommandError) -> [TraceLine] {
            guard let bytes else { throw invalid("\(TraceFormat.lines) is missing") }
            var lines: [TraceLine] = []
            for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
                guard index < TraceFormat.mostLines else {
                    throw tooLarge("it has more than \(TraceFormat.mostLines) lines")
                }
                guard line.count <= TraceFormat.largestLine else {
                    throw tooLarge("line \(index + 1) has more than \(TraceFormat.largestLine) bytes")
                }
                let value = try json(Array(line), "line \(index + 1)", limit: TraceFormat.largestLine)
                guard let line = TraceLine(json: value) else { throw invalid("line \(index + 1) has no kind and time") }
                lines.append(line)
            }
            return lines
        }

        private func json(_ bytes: [UInt8], _ part: String, limit: Int) throws(CommandError) -> JSONValue {
            let limits = JSONLimits(bytes: limit, depth: TraceFormat.deepest, values: 200_000)
            do throws(JSONReadError) { return try JSONReader.read(bytes, limits: limits) } catch {
                throw invalid("\(part) is not valid JSON (\(error.reason.rawValue))")
            }
        }
    }
}
