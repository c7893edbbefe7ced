import JourneyBase
import Testing

@Suite("Permissions of security-relevant files")
struct FileModePolicyTests {
    @Test(
        "a trusted file that others can change, and a secret that others can read, are refused",
        arguments: [
            (.trusted, 0o100644, nil), (.trusted, 0o100600, nil), (.trusted, 0o100444, nil), (.trusted, 0o100755, nil),
            (.trusted, 0o100666, "FILE_WRITABLE"), (.trusted, 0o100646, "FILE_WRITABLE"),
            (.trusted, 0o100664, "FILE_WRITABLE"), (.trusted, 0o100602, "FILE_WRITABLE"),
            (.secret, 0o100600, nil), (.secret, 0o100400, nil), (.secret, 0o100640, "SECRET_EXPOSED"),
            (.secret, 0o100604, "SECRET_EXPOSED"), (.secret, 0o100644, "SECRET_EXPOSED"),
            (.secret, 0o100620, "SECRET_EXPOSED"), (.secret, 0o100601, "SECRET_EXPOSED"),
            (.serviceSecret, 0o100600, nil), (.serviceSecret, 0o100640, nil), (.serviceSecret, 0o100440, nil),
            (.serviceSecret, 0o100644, "SECRET_EXPOSED"), (.serviceSecret, 0o100660, "SECRET_EXPOSED"),
            (.serviceSecret, 0o100604, "SECRET_EXPOSED"), (.serviceSecret, 0o100642, "SECRET_EXPOSED"),
        ] as [(FileModePolicy, UInt32, String?)])
    func modes(policy: FileModePolicy, mode: UInt32, code: String?) {
        #expect(policy.refusal(ofMode: mode, at: "/etc/keys.json")?.code.rawValue == code)
    }

    @Test("a refusal names the file, its octal mode, what others can do, and the fix")
    func messages() {
        #expect(
            FileModePolicy.trusted.refusal(ofMode: 0o100666, at: "/etc/keys.json")?.message
                == "/etc/keys.json has mode 0666: its group and all other users can change it."
                + " Run: chmod go-w /etc/keys.json")
        #expect(
            FileModePolicy.secret.refusal(ofMode: 0o100640, at: "key.pem")?.message
                == "key.pem has mode 0640: its group can read it. Run: chmod 600 key.pem")
        #expect(
            FileModePolicy.serviceSecret.refusal(ofMode: 0o104606, at: "key.pem")?.message
                == "key.pem has mode 4606: all other users can read and change it. Run: chmod 640 key.pem")
    }
}
