import FuzzTargets
import Glibc

// What libFuzzer calls: `JOURNEY_FUZZ_TARGET` names the target (`list` lists them all), `JOURNEY_FUZZ_SEEDS` the folder
// that its seeds go to. `scripts/fuzz.sh` sets both.

private let target: FuzzTarget = {
    let name = getenv("JOURNEY_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    if name == "list" {
        for target in FuzzTarget.all { print(target.name) }
        exit(0)
    }
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        preconditionFailure("JOURNEY_FUZZ_TARGET is one of: \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
    }
    return target
}()

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer) -> CInt {
    let target = target
    guard let folder = getenv("JOURNEY_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
    for (index, seed) in target.seeds.enumerated() {
        guard let file = fopen("\(folder)/seed-\(index)", "w") else { continue }
        fwrite(seed, 1, seed.count, file)
        fclose(file)
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
