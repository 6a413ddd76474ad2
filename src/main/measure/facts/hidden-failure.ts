/** A separator, a line break, other space, or a word with its quoted pieces. */
const tokens = /&&|\|\|?&?|;|&(?!\d|>)|\n|[^\S\n]+|(?:"(?:[^"\\]|\\.)*"|'[^']*'|(?:>&|&>)|[^\s&|;"'])+|./g
/** In characters; what is longer is a program, not a few words. */
const longestCommand = 10_000

/** What a program writes only where it fails, each at the beginning of a line. */
type Program = { readonly name: RegExp; readonly fails: RegExp }

const javaScriptTests =
  /^ *Tests:? +(?:\d+ \w+[,|] *)*[1-9]\d* failed\b|^ *Test Files +[1-9]\d* failed\b|^ {2,}[1-9]\d* failing\s*$|^[#ℹ] fail [1-9]/
const javaScript =
  /^npm (?:error|ERR!) |^ ?ERR_PNPM_\w+ | ?ELIFECYCLE {2}|^error Command failed with exit code [1-9]|^[^\s:(]+\(\d+,\d+\): error TS\d+: |^[^\s:]+:\d+:\d+ - error TS\d+: |^error TS\d+: |^✖ \d+ problems? \([1-9]\d* errors?,/
const pythonTests =
  /^=+ (?:\d+ \w+, )*[1-9]\d* (?:failed|errors?)\b(?=.*=\s*$).*? in [\d.]+s|^[1-9]\d* failed(?:, \d+ \w+)* in [\d.]+s|^FAILED \((?:failures|errors)=\d+/

const goTests = /^--- FAIL: |^FAIL(?:\t|\s*$)/

const programs: readonly Program[] = [
  {
    name: /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|tsc|vue-tsc|eslint|jest|vitest|mocha|node|electron-vite|vite)(?:\s|$)/,
    fails: joinPatterns(javaScript, javaScriptTests),
  },
  { name: /^(?:python[\d.]*|pytest|tox|(?:uv|poetry|hatch|pdm) run)(?:\s|$)/, fails: pythonTests },
  { name: /^(?:bun|bunx)(?:\s|$)/, fails: /^ *[1-9]\d* fail\s*$/ },
  // What stands in the project's own tasks is anybody's guess.
  {
    name: /^(?:mise run|just|task)(?:\s|$)/,
    fails: joinPatterns(javaScript, javaScriptTests, pythonTests, goTests),
  },
  { name: /^(?:pip[\d.]*|uv pip|python[\d.]* -m pip) install\b/, fails: /^ERROR: (?:Could not|No matching)/ },
  {
    name: /^cargo (?:\+\S+ )?(?:build|check|clippy|test|run|install)\b/,
    fails: /^error: could not compile |^error: aborting due to |^test result: FAILED\./,
  },
  {
    name: /^go (?:build|test|vet|run|install)\b/,
    fails: joinPatterns(
      goTests,
      /^(?:vet: )?(?:\.\/)?\S+\.go:\d+:\d+: (?:undefined|syntax error|cannot use|declared and not used|\S+ redeclared)/,
    ),
  },
  {
    name: /^git (?:push|pull|fetch|commit|merge|rebase|checkout|switch|clone|cherry-pick|am|apply|reset|worktree|submodule|tag|rm|mv)\b/,
    fails: /^fatal: |^error: (?:failed to push|pathspec)/,
  },
  {
    name: /^(?:make|gmake|cmake|ninja)(?:\s|$)/,
    fails: /^g?make(?:\[\d+\])?: \*\*\* .*(?:Error \d+|\. {2}Stop\.)/,
  },
  {
    name: /^(?:\.?\/?(?:mvnw?|gradlew?))(?:\s|$)/,
    fails: /^\[(?:INFO|ERROR)\] BUILD FAILURE|^BUILD FAILED in |^FAILURE: Build failed/,
  },
  {
    name: /^dotnet (?:build|test|run|publish)\b/,
    fails: /^Build FAILED\.|: error CS\d+: |^Failed! {2}- Failed:/,
  },
  { name: /^(?:bundle exec )?rspec(?:\s|$)/, fails: /^\d+ examples?, [1-9]\d* failures?/ },
]

function joinPatterns(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}

/** Of whatever program: the shell found none of that name. */
const notFound =
  /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh: (?:(?:line )?\d+: )?[^\s:]+: (?:command )?not found\s*$|^zsh:(?:\d+:)? command not found: \S+\s*$/

/** What takes the output of another program and shows it, as a whole or in part. */
const showing =
  /^(?:head|tail|tee|e?grep|rg|sed|awk|cat|less|more|sort|uniq|tr|cut|fold|column|Select-Object|Select-String|Out-String|findstr)(?:\s|$)/
/** What may stand beside it and prints nothing that others wrote. */
const quiet = /^(?:cd|pushd|popd|export|set|source|\.|echo|printf|sleep|mkdir|rm|true|clear|date)(?:\s|$)/

/** What stands before the program of a command and leaves it what it is. */
const before =
  /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+|sudo\s+|(?:time|nohup|command|exec)\s+|timeout\s+(?:-\S+\s+)*\d\w*\s+)/

/**
 * Whether the output shows that a program failed whose exit code a pipe hides: `npm test | tail` ends with the code of
 * `tail`. Precision goes first: only programs whose words for a failure are known, and nothing that shows files or logs.
 */
export function hidesFailure(command: string, output: string): boolean {
  // Of several programs in a row nobody knows whose output it is.
  const [list = [], ...more] = splitPipelines(command).filter(([first = '']) => !quiet.test(first))
  const [first = '', ...rest] = list
  const own = programs.filter(({ name }) => name.test(first))
  if (more.length > 0 || rest.length === 0 || own.length === 0) return false
  if (!rest.every((program) => showing.test(program))) return false
  // Colours.
  const lines = output.replaceAll(/\p{Cc}\[[\d;]*m/gu, '').split(/\r?\n/)
  const isPython = /^(?:python|pytest|uv|poetry)/.test(first)
  return (
    lines.some((line) => notFound.test(line) || own.some(({ fails }) => fails.test(line))) ||
    (isPython && endsInTraceback(lines))
  )
}

/** A program that goes on after an error may have logged it, so the last thing has to be one. */
function endsInTraceback(lines: readonly string[]): boolean {
  const at = lines.findLastIndex((line) => line.startsWith('Traceback (most recent call last):'))
  if (at < 0) return false
  const rest = lines.slice(at + 1).filter((line) => line.trim() !== '' && !line.startsWith(' '))
  return rest.length <= 1 && rest.every((line) => /^[\w.]+(?:Error|Exception|Exit|Interrupt)\b/.test(line))
}

/** The programs of each pipeline, with their arguments; none where only a shell could tell. */
function splitPipelines(command: string): readonly (readonly string[])[] {
  if (command.length > longestCommand || /<<|\bpipefail\b|PIPESTATUS/.test(command)) return []
  const lists: string[][] = [['']]
  for (const [token] of command.matchAll(tokens)) {
    const list = lists.at(-1) ?? []
    if (/^(?:&&|\|\||;|\n|&)$/.test(token)) lists.push([''])
    else if (/^\|&?$/.test(token)) list.push('')
    else list.push(`${list.pop() ?? ''}${token}`)
  }
  return lists
    .map((list) => list.map((program) => stripCommandPrefix(program.trim())))
    .filter(([first]) => first !== '')
}

function stripCommandPrefix(text: string): string {
  let own = text
  for (let rest = own.replace(before, ''); rest !== own; rest = own.replace(before, '')) own = rest
  return own
}

/** Whether a command serves or watches until somebody ends it. */
export function isServer(command: string): boolean {
  return serving.test(command)
}

const serving =
  /(?:^|[\s;&|(])(?:(?:npm|pnpm|yarn|bun)(?: run)? (?:start|dev|serve|watch|preview)(?![\w-])|next (?:dev|start)\b|vite(?: dev| serve| preview)?(?: --(?:host|port)\b|(?=\s*(?:$|[&;|]|2>)))|nodemon\b|flask run\b|uvicorn\b|gunicorn\b|rails s(?:erver)?\b|tail -[fF]\b|go run \S*serve|(?:cargo|dotnet) watch\b|hugo server\b|jekyll serve\b|ng serve\b)|\bmanage\.py runserver\b|-m http\.server\b|(?<=\s)--watch(?:All)?(?![\w=-])|[^&]&\s*$/
