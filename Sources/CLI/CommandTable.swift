/// Every command, in the order of the overview. A verb is declared in the folder of its noun and listed here.
package enum CommandTable {
    package static let groups: [CommandGroup] = [
        CommandGroup("Inspect a document", [.inspect, .demo, .verify]),
        CommandGroup("Machine readable zone", [.mrzCheck, .mrzScan, .mrzCompose]),
        CommandGroup(
            "Readers and chips",
            [
                .readers, .chipRead, .chipProbe, .chipWatch, .chipUnblockPIN, .traceShow, .traceReplay, .simulate,
                .issue,
            ]),
        CommandGroup(
            "Evidence, files and reports",
            [
                .ldsShow,
                .sealCheck,
                .export,
                .reportRender,
                .reportSchema,
                .evidenceLines, .evidenceRedact,
                .evidenceDelete,
            ]),
        CommandGroup(
            "Trust store",
            [
                .trustImport, .trustFetch, .trustList, .trustShow, .trustCheck, .trustStats, .trustPinAdd,
                .trustPinList, .trustPinRemove, .trustExport,
                .trustDiff, .trustPolicy,
            ]),
        CommandGroup(
            "Trust data for tests",
            [
                .issueCSCA, .issueLink, .issueDS, .issueCRL, .issueMasterList, .issueDeviationList, .issueDefectList,
                .issueSOD, .sealIssue,
            ]),
        CommandGroup("Terminal certificates", [.cvcShow, .cvcVerify, .cvcRequest, .cvcIssue]),
        CommandGroup(
            "Benchmarks", [.benchMRZ, .benchRead, .benchMatrix, .benchTrust, .benchVerify, .benchVideo, .benchCapture]),
        CommandGroup("This program", [.doctor, .vectorsRun, .completions, .manual]),
    ]

    package static let commands = groups.flatMap(\.commands)
}
