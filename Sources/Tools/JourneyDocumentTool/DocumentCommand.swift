package import JourneyCLI
package import JourneyHarness

/// The command `mdoc`: mobile documents (ISO/IEC 18013-5) from issuing to verifying.
package enum DocumentCommand {
    package static let command = command(drawing: nil)

    /// The same, for a program that can draw screens: then `present` and `read` can leave pictures of theirs.
    package static func command(drawing: ScreenDrawing.Maker?) -> Command {
        Command(
            "mdoc", summary: "issues, shows and verifies mobile documents (ISO/IEC 18013-5)",
            discussion: [
                "Files hold hexadecimal digits, base64url or the bytes themselves; - reads standard input. Nobody is trusted by"
                    + " default, and nothing is sent anywhere but what present shows. Status 0: no check failed; 2: input that cannot be parsed; 3: a"
                    + " check failed."
            ],
            examples: [
                .init("journey mdoc inspect response.hex", "Shows what is in there, and where."),
                .init(
                    "journey mdoc verify response.hex --trust authorities --transcript transcript.hex",
                    "Checks it, one line for each check."),
                .init("journey mdoc present licence.hex", "Shows it to a reader nearby."),
            ],
            subcommands: [issue, inspect, request, respond, verify, vical, qr, reader, present(drawing), read(drawing)])
    }
}
