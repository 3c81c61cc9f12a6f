import MRZ

extension Command {
    static let mrzCheck = Command(
        "mrz", "check",
        summary: "parse a machine readable zone and check it",
        discussion: """
            Text is read as people and OCR deliver it: blanks, lower case, any line end and lost fillers are put right and \
            named. Where check digits single out characters that were mistaken, such as O for 0, a repair is proposed; it \
            is never passed off as read, and what was read stays not valid. With --strict every rule of Doc 9303 counts.

            The exit status is 0 where the zone is valid, 1 where a rule is broken, 3 where there is no zone at all.
            """,
        operands: [Operand("FILE", "text with the zone; '-' or nothing for standard input", arity: .optional)],
        options: [
            .flag("strict", "take nothing but what Doc 9303 allows"),
            .flag("json", "print JSON"),
            .flag("show-secrets", "also print the key information, which opens the chip"),
            MRZInput.referenceDate,
        ],
        examples: [
            Example(
                """
                printf '%s\\n' 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<' \
                'L898902C36UTO7408122F1204159ZE184226B<<<<<10' | emrtd mrz check
                """, "the fields and check digits of the specimen passport")
        ]
    ) { invocation in
        let reference = try MRZInput.referenceDate(invocation)
        let bytes = try InputText.bytes(invocation.operands.first ?? "-", limit: 1 << 20)
        let judgement =
            invocation[flag: "strict"]
            ? try MRZJudgement(strict: bytes, asOf: reference) : try MRZJudgement(tolerant: bytes, asOf: reference)
        let showsSecrets = invocation[flag: "show-secrets"]
        if invocation[flag: "json"] {
            Terminal.print(try MRZView(judgement, showsSecrets: showsSecrets).json())
        } else {
            Terminal.print(
                MRZText(judgement, showsSecrets: showsSecrets, usesColour: Terminal.showsColour).text)
        }
        return judgement.isValid ? .success : .rejected
    }
}
