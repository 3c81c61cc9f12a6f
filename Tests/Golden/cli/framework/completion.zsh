#compdef emrtd
# Completion of emrtd for zsh: put this file as _emrtd into a folder of $fpath.
_emrtd() {
    if (( CURRENT == 2 )); then
        local -a nouns=(
        'page:check'
        'print:print it'
        )
        _describe 'command' nouns
        return
    fi
    case "$words[2]" in
    (page)
        if (( CURRENT == 3 )); then
            local -a verbs=(
                'check:look at a page and say what'\''s wrong'
            )
            _describe 'command' verbs
            return
        fi
        case "$words[3]" in
            (check)
                shift 2 words; (( CURRENT -= 2 ))
                _arguments \
                    '--strict[say which rule is broken \[all of them\]]' \
                    '--policy=[how strictly: it'\''s a name]:NAME:(strict operational archive)' \
                    '*--csca=[trusted certificates]:PATH:_files' \
                    '--count=[how many]:N: ' \
                    '--help[show this page]' \
                    '*:FILE:_files'
                ;;
        esac
        ;;
    (print)
        shift 1 words; (( CURRENT -= 1 ))
        _arguments \
            '--help[show this page]' \
            '*:SHAPE:(round square)'
        ;;
    esac
}
if [[ $funcstack[1] == _emrtd ]]; then _emrtd "$@"; else compdef _emrtd emrtd; fi