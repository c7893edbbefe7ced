package import JourneyCLI
package import JourneyHarness

/// The command `mdoc`: mobile documents (ISO/IEC 18013-5) from issuing to verifying.
package enum DocumentCommand {
    package static let command = command(drawing: nil)

    /// Returns the command for a program that can draw screens: `present` and `read` then offer pictures of theirs.
    package static func command(drawing: ScreenDrawing.Maker?) -> Command {
        Command(
            "mdoc", summary: "issues, shows and verifies mobile documents (ISO/IEC 18013-5)",
            discussion: [
                "Files contain hexadecimal digits, base64url or binary data; - reads standard input. No authority is trusted by"
                    + " default, and only present sends data. Status 0: no check failed; 2: input that cannot be parsed; 3: a"
                    + " check failed."
            ],
            examples: [
                .init("journey mdoc inspect response.hex", "Lists the content with byte offsets."),
                .init(
                    "journey mdoc verify response.hex --trust authorities --transcript transcript.hex",
                    "Verifies it, one line for each check."),
                .init("journey mdoc present licence.hex", "Presents it to a reader nearby."),
            ],
            subcommands: [
                issue, inspect, request, respond, verify, vical, status, qr, reader, present(drawing), read(drawing),
            ])
    }
}
