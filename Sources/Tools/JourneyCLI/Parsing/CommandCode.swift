/// The codes of the errors that commands find themselves. Those of the libraries are `ErrorCode`s.
package enum CommandCode: String, Sendable {
    /// The command line is invalid.
    ///
    /// Next step: Run the command with `--help`.
    case usage = "USAGE"
    /// The command was interrupted.
    ///
    /// Next step: Run it again.
    case cancelled = "CANCELLED"
    /// A file that the command line names does not exist, or is a folder.
    ///
    /// Next step: Check the path; it is relative to the current folder.
    case fileMissing = "FILE_MISSING"
    /// A file could not be opened or read.
    ///
    /// Next step: Check its permissions; the message has the system's reason.
    case fileUnreadable = "FILE_UNREADABLE"
    /// A file or folder could not be created or written.
    ///
    /// Next step: Check the path, its permissions and the free space; the message has the system's reason.
    case fileUnwritable = "FILE_UNWRITABLE"
    /// A file exceeds the limit that the message names.
    ///
    /// Next step: Check that the path names the intended file.
    case fileTooLarge = "FILE_TOO_LARGE"
    /// A secret file can be read by, or belongs to, another user.
    ///
    /// Next step: Run `chown` or `chmod 600` on the file that the message names.
    case fileExposed = "FILE_EXPOSED"
    /// The command shows pages to a person, and the session has no display.
    ///
    /// Next step: Pass `--autopilot FILE` or `--headless`, or set `DISPLAY`.
    case displayMissing = "DISPLAY_MISSING"
    /// A file that should contain a secret is empty.
    ///
    /// Next step: Write the secret into the file.
    case secretMissing = "SECRET_MISSING"
    /// The folder to create already exists and is not empty.
    ///
    /// Next step: Name another folder, or empty this one.
    case folderTaken = "FOLDER_TAKEN"
    /// A file is not a JSON object.
    ///
    /// Next step: Correct it at the line and column that the message names.
    case jsonInvalid = "JSON_INVALID"
    /// The input does not have the form that `--input` names.
    ///
    /// Next step: Name the right form, or leave `--input` out.
    case inputForm = "INPUT_FORM"
    /// The variables for a guard are not a JSON object.
    ///
    /// Next step: Give an object such as `{"event":{"amount":1}}`.
    case varsInvalid = "VARS_INVALID"
    /// An address on the command line or in a file is invalid.
    ///
    /// Next step: Write the form that the message names, such as an https URL without a query.
    case addressInvalid = "ADDRESS_INVALID"
    /// A journey has no scenario to play.
    ///
    /// Next step: Write one below `scenarios`, or run `journey test --generate`.
    case scenarioMissing = "SCENARIO_MISSING"
    /// The name for a new journey is invalid.
    ///
    /// Next step: Use up to 64 letters, digits and `-_.`.
    case nameInvalid = "NAME_INVALID"
    /// An origin on the command line is invalid.
    ///
    /// Next step: Write scheme and host, such as `https://bank.example`.
    case originInvalid = "ORIGIN_INVALID"
    /// The command needs the gateway's configuration.
    ///
    /// Next step: Name it with `--config`.
    case configurationMissing = "CONFIGURATION_MISSING"
    /// No file and no shipped journey has the manifest's name, or its URL has another path than a gateway's.
    ///
    /// Next step: Give a file, a shipped journey, or a URL that ends in `/journeys/JOURNEY/manifest.json`.
    case manifestMissing = "MANIFEST_MISSING"
    /// A file contains no key of the required kind.
    ///
    /// Next step: Give a key as the message describes; `journey dev certs` makes keys for development.
    case keyInvalid = "KEY_INVALID"
    /// A file contains no certificate.
    ///
    /// Next step: Give a file with a certificate in PEM or DER.
    case certificateMissing = "CERTIFICATE_MISSING"
    /// A file contains no certificate, or none of an authority.
    ///
    /// Next step: Give the certificate in PEM or DER.
    case certificateInvalid = "CERTIFICATE_INVALID"
    /// No trusted authority was given.
    ///
    /// Next step: Name one with `--trust`.
    case trustMissing = "TRUST_MISSING"
    /// The command needs a signer.
    ///
    /// Next step: Name a PKCS #12 file with `--signer`.
    case signerMissing = "SIGNER_MISSING"
    /// The signer's file contains no usable certificate and key.
    ///
    /// Next step: Export certificate and private key of the pass type into one PKCS #12 file.
    case signerInvalid = "SIGNER_INVALID"
    /// The password does not open the signer's file.
    ///
    /// Next step: Write the right password into the file of `--password-file`.
    case passwordWrong = "PASSWORD_WRONG"
    /// The pass could not be signed.
    ///
    /// Next step: Check the signer's key; the message has the library's reason.
    case signingFailed = "SIGNING_FAILED"
    /// The folder already contains an authority.
    ///
    /// Next step: Choose another folder, or use the existing authority.
    case authorityExists = "AUTHORITY_EXISTS"
    /// The folder already contains a reader.
    ///
    /// Next step: Choose another folder, or use the existing reader.
    case readerExists = "READER_EXISTS"
    /// The folder already contains a VICAL signer.
    ///
    /// Next step: Choose another folder, or use the existing signer.
    case vicalSignerExists = "VICAL_SIGNER_EXISTS"
    /// No document with its key was given.
    ///
    /// Next step: Give a document, or a `--store` that contains one.
    case documentMissing = "DOCUMENT_MISSING"
    /// The radio between two commands on this machine can't be used.
    ///
    /// Next step: Check the socket's folder; the message has the system's reason.
    case airUnavailable = "AIR_UNAVAILABLE"
    /// A picture exceeds the limit of pixels or bytes.
    ///
    /// Next step: Scale the picture down.
    case pictureTooLarge = "PICTURE_TOO_LARGE"
    /// A picture is not a PNG, PGM or PPM.
    ///
    /// Next step: Convert the picture to PNG.
    case pictureForm = "PICTURE_FORM"
    /// A picture can't be decoded.
    ///
    /// Next step: Make the picture again.
    case pictureDamaged = "PICTURE_DAMAGED"
    /// The picture contains no QR code that can be read.
    ///
    /// Next step: Take a sharper picture with a margin around the code.
    case qrMissing = "QR_MISSING"
    /// The picture contains several QR codes.
    ///
    /// Next step: Crop the picture to one code.
    case qrSeveral = "QR_SEVERAL"
    /// A part of a payment code is not written as an object.
    ///
    /// Next step: Write identifier and value, such as `59=SHOP` or `26.00=com.example.bank`.
    case objectInvalid = "OBJECT_INVALID"
    /// The QR code is not a device engagement.
    ///
    /// Next step: Take a picture of the code that the wallet shows for sharing.
    case qrOther = "QR_OTHER"
    /// The engagement or text is too long for a QR code.
    ///
    /// Next step: Offer fewer connection methods, or shorten the text.
    case qrTooLong = "QR_TOO_LONG"
    /// The web engine did not draw a screen in time.
    ///
    /// Next step: Run the command again on a machine with less load; `journey doctor` checks the engine.
    case screenNotDrawn = "SCREEN_NOT_DRAWN"
    /// No sandbox is running.
    ///
    /// Next step: Start one with `journey serve`.
    case sandboxMissing = "SANDBOX_MISSING"
    /// The sandbox's description is invalid, or the sandbox lacks the service.
    ///
    /// Next step: Start the sandbox again with the options that the message names.
    case sandboxInvalid = "SANDBOX_INVALID"
    /// The sandbox ended before it was ready.
    ///
    /// Next step: Run `journey serve` to see its messages, and `journey doctor`.
    case sandboxFailed = "SANDBOX_FAILED"
    /// The demo has no branch with this name.
    ///
    /// Next step: Use a name that the message lists.
    case branchUnknown = "BRANCH_UNKNOWN"
    /// The demo's wallet has no record of its customer.
    ///
    /// Next step: Remove the demo's folder, and run the demo again.
    case demoWallet = "DEMO_WALLET_RECORD"
    /// The demo's documents could not be issued.
    ///
    /// Next step: Run the failed `journey mdoc` command that the message names.
    case demoDocument = "DEMO_DOCUMENT"
    /// No screen has this ID.
    ///
    /// Next step: Leave `--screen` out, to see all screens.
    case screenUnknown = "SCREEN_UNKNOWN"
    /// The program `journey-web` is missing or can't be started.
    ///
    /// Next step: Start with `./journey`, which builds it; `journey doctor` names missing libraries.
    case webMissing = "WEB_MISSING"
    /// A page has loaded, or never finishes loading, and did not connect to the bridge in the time that `--patience` gives.
    ///
    /// Next step: Correct the cause that the message names. Without one, let a module script of the page call `Journey.connect()`.
    case pageNotConnected = "PAGE_NOT_CONNECTED"
    /// A file is not a trace: it is not an intact archive, or its parts don't have the documented form.
    ///
    /// Next step: Give a file that `journey run --trace` or `journey demo` wrote.
    case traceInvalid = "TRACE_INVALID"
    /// A trace has more or larger parts than are read.
    ///
    /// Next step: Record a shorter run; `docs/reference/trace.md` has the limits.
    case traceTooLarge = "TRACE_TOO_LARGE"
    /// A trace was written by a newer program.
    ///
    /// Next step: Update this program.
    case traceVersion = "TRACE_VERSION"
    /// The sandbox has no such customer.
    ///
    /// Next step: Use a customer that the sandbox lists at its start.
    case customerUnknown = "CUSTOMER_UNKNOWN"
    /// The card ID or user ID is invalid.
    ///
    /// Next step: Use an ID that the sandbox lists at its start.
    case cardInvalid = "CARD_INVALID"
    /// The code given with `--code` does not have six digits.
    ///
    /// Next step: Write the six digits without spaces.
    case codeInvalid = "CODE_INVALID"
    /// The inbox contains no code.
    ///
    /// Next step: Wait for the message, or check the path of `--inbox`.
    case codeMissing = "CODE_MISSING"
    /// The answers need a code from an inbox, and none was given.
    ///
    /// Next step: Name the sandbox's inbox with `--inbox`.
    case inboxMissing = "INBOX_MISSING"
    /// The amount is invalid.
    ///
    /// Next step: Write the amount in the form that the message names.
    case amountInvalid = "AMOUNT_INVALID"
    /// The file of answers has none for a screen.
    ///
    /// Next step: Add an answer for the screen that the message names.
    case answerMissing = "ANSWER_MISSING"
    /// An answer does not fit its screen.
    ///
    /// Next step: Correct the answer as the message says.
    case answerInvalid = "ANSWER_INVALID"
    /// A screen refused an answer.
    ///
    /// Next step: Give an answer that the screen accepts; the message has its reason.
    case answerRefused = "ANSWER_REFUSED"
    /// The command needs pictures of the person.
    ///
    /// Next step: Name them with the options that the message lists.
    case facesMissing = "FACES_MISSING"
    /// A picture of the person is not a PNG or JPEG of at most 4 MiB.
    ///
    /// Next step: Convert the picture, or scale it down.
    case pictureInvalid = "PICTURE_INVALID"
    /// The template's folder does not exist.
    ///
    /// Next step: Check the path.
    case templateMissing = "TEMPLATE_MISSING"
    /// The arguments don't describe a template.
    ///
    /// Next step: Name a template or a folder; `journey pass new --help` lists them.
    case templateInvalid = "TEMPLATE_INVALID"
    /// The template has no `pass.json` that is a JSON object.
    ///
    /// Next step: Add one; `journey pass new` makes it.
    case templateContent = "TEMPLATE_CONTENT"
    /// The template contains something other than regular files, such as a symbolic link.
    ///
    /// Next step: Replace it with a copy of the file.
    case templateFile = "TEMPLATE_FILE"
    /// The template has too many files, or is too large.
    ///
    /// Next step: Remove or shrink pictures.
    case templateTooLarge = "TEMPLATE_TOO_LARGE"
    /// The template has a placeholder without a value.
    ///
    /// Next step: Give the value with `--set NAME=VALUE` or in the values' file.
    case valueMissing = "VALUE_MISSING"
    /// A value has no placeholder in the template.
    ///
    /// Next step: Correct the name, or remove the value.
    case valueUnused = "VALUE_UNUSED"
    /// A value inside a text is neither text nor number.
    ///
    /// Next step: Write a text or a number.
    case valueType = "VALUE_TYPE"
    /// Wallet would refuse the pass.
    ///
    /// Next step: Fix the errors that the command printed.
    case passInvalid = "PASS_INVALID"
    /// The pass's files exceed the size of a pass.
    ///
    /// Next step: Remove or shrink pictures.
    case passTooLarge = "PASS_TOO_LARGE"
    /// The file is not a pass.
    ///
    /// Next step: Give a `.pkpass` or `.pkpasses` file.
    case passArchive = "PASS_ARCHIVE"
    /// The pass's `pass.json` lacks a style, type, team or serial number.
    ///
    /// Next step: Run `journey pass verify`, and fix what it reports.
    case passContent = "PASS_CONTENT"
    /// The wallet has no such pass.
    ///
    /// Next step: List the passes with `journey wallet list`.
    case passUnknown = "WALLET_PASS_UNKNOWN"
    /// The file does not contain one to ten passes.
    ///
    /// Next step: Build it with `journey pass build`.
    case bundleInvalid = "BUNDLE_INVALID"
    /// The passes exceed ten, or 150 MB.
    ///
    /// Next step: Put fewer passes into one file.
    case bundleTooLarge = "BUNDLE_TOO_LARGE"
    /// The link has no two base64 parts after its `#`.
    ///
    /// Next step: Copy the whole link, and quote it in the shell.
    case linkInvalid = "LINK_INVALID"
    /// The service's response is not signed binding data.
    ///
    /// Next step: Check that the address is the pass service's.
    case serviceResponse = "SERVICE_ANSWER"
}
