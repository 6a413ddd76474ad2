/**
 * Programs that only show what stands somewhere, and of others the subcommands that do. What tells the state of things
 * that change by themselves, such as `git status` and a build, is run again to see whether it is still so.
 */
const programs =
  /^(?:cat|head|tail|wc|ls|tree|find|fd|grep|egrep|rg|ag|sort|uniq|cut|column|jq|yq|nl|diff|stat|file|which|pwd|echo|printf|cd|true|basename|dirname|sed -n|git (?:--no-pager )?(?:diff|log|show|ls-files|ls-tree|blame|grep)|go doc|npm view)(?:\s|$)/

/** What says only whether or where files differ: run again to see whether it is still so, as `git status` is. */
const summary =
  /^git (?:--no-pager )?diff .*?--(?:check|stat|shortstat|numstat|name-only|name-status|quiet|exit-code)\b/

/** What asks for help or a version. */
const help = /^[\w./-]+(?: [\w-]+){0,3} (?:--help|--version|-h|-V)$/

/** What writes or runs something else: a redirect into a file, and options of programs that else show. */
const writing = /(?<![\d&])>{1,2}(?!\s*(?:&|\/dev\/null))|\s-(?:delete|exec|execdir|ok)\b/
const nested = /`|\$\(|<</

/** Longer commands are programs. In characters. */
const longest = 2000

/** Whether a shell command only shows something, in each of its segments: when run again, it was to see it again. */
export function isInspection(command: string): boolean {
  if (command.length > longest || nested.test(command)) return false
  const plain = command.replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '_')
  if (writing.test(plain)) return false
  const segments = plain
    .replaceAll(/\d?>\s*(?:&\d|\/dev\/null)/g, '')
    .split(/&&|\|\|?|;|\n/)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '')
  const isShown = (segment: string): boolean =>
    (programs.test(segment) && !summary.test(segment)) || help.test(segment)
  return segments.length > 0 && segments.every(isShown)
}
