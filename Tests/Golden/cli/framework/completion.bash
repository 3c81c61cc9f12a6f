# Completion of emrtd for bash: source this file, or put it into
# ~/.local/share/bash-completion/completions/emrtd
_emrtd() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local words='' files='' path='' word index
    # The shell breaks --option=value into three words.
    if [[ $current == = ]]; then current=''; elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((index = 1; index < COMP_CWORD && index < 3; index++)); do
        word=${COMP_WORDS[index]}
        [[ $word == -* ]] && break
        path="${path:+$path }$word"
    done
    case "$path" in
        '') words='page print help --help --version' ;;
        'page') words='check' ;;
    esac
    case "$path" in
        'print '*) path=${path%% *} ;;
    esac
    case "$path" in
        'page check')
            words='--strict --policy --csca --count --help'
            files=yes
            case "$previous" in
                --policy) words='strict operational archive' files='' ;;
                --csca) words='' files='yes' ;;
                --count) words='' files='' ;;
            esac
            ;;
        'print')
            words='--help'
            words="$words round square"
            ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    if [[ -n $files && $current != -* ]]; then
        COMPREPLY+=($(compgen -f -- "$current"))
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _emrtd emrtd