# Completion of emrtd for fish: put this file as emrtd.fish into ~/.config/fish/completions.
complete -c emrtd -f
complete -c emrtd -n __fish_use_subcommand -l version -d 'show the version'
complete -c emrtd -n __fish_use_subcommand -a page -d 'check'
complete -c emrtd -n '__fish_seen_subcommand_from page; and not __fish_seen_subcommand_from check' -a check -d 'look at a page and say what'\''s wrong'
complete -c emrtd -n '__fish_seen_subcommand_from page; and __fish_seen_subcommand_from check' -l strict -d 'say which rule is broken [all of them]'
complete -c emrtd -n '__fish_seen_subcommand_from page; and __fish_seen_subcommand_from check' -l policy -x -a 'strict operational archive' -d 'how strictly: it'\''s a name'
complete -c emrtd -n '__fish_seen_subcommand_from page; and __fish_seen_subcommand_from check' -l csca -r -F -d 'trusted certificates'
complete -c emrtd -n '__fish_seen_subcommand_from page; and __fish_seen_subcommand_from check' -l count -x -d 'how many'
complete -c emrtd -n '__fish_seen_subcommand_from page; and __fish_seen_subcommand_from check' -l help -d 'show this page'
complete -c emrtd -n '__fish_seen_subcommand_from page; and __fish_seen_subcommand_from check' -F
complete -c emrtd -n __fish_use_subcommand -a print -d 'print it'
complete -c emrtd -n '__fish_seen_subcommand_from print' -l help -d 'show this page'
complete -c emrtd -n '__fish_seen_subcommand_from print' -a 'round square'