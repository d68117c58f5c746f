# Prepare what is missing on this machine, then play: scripts\play.ps1 [options of narrator play]
# scripts\play.ps1 --rehearse [options of narrator rehearse] runs a whole game with nobody at the table, and
# scripts\play.ps1 COMMAND ... is narrator COMMAND ...: scripts\play.ps1 recap, scripts\play.ps1 games.
# If Windows refuses to run it: powershell -ExecutionPolicy Bypass -File scripts\play.ps1
# Written for Windows PowerShell 5.1 and later; the same as scripts/play.

$root = Split-Path -Parent $PSScriptRoot
$env:NARRATOR_COMMAND = "scripts\play.ps1"  # what it tells the host to type next
$env:PYTHONUTF8 = "1"  # pipes and files in UTF-8, whatever the code page
try { [Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false } catch { } # no console: nothing to set
$venv = Join-Path $root ".venv"
$python = Join-Path $venv "Scripts\python.exe"

function Say($text) { [Console]::Error.WriteLine("narrator: $text") }

# Does this command start a Python from 3.10 to 3.13?
function Test-Python($command, $arguments) {
    if (-not (Get-Command $command -ErrorAction SilentlyContinue)) { return $false }
    $test = "import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))"
    # The Store's stand-in for python.exe exists, answers and fails: the exit code tells.
    & $command @arguments -c $test 2>&1 | Out-Null
    return $LASTEXITCODE -eq 0
}

# --- a virtual environment of narrator's own ---

if (-not (Test-Python $python @())) {
    $base = $null
    foreach ($candidate in @(@("py", "-3.13"), @("py", "-3.12"), @("py", "-3.11"), @("py", "-3.10"), @("python"), @("python3"))) {
        $arguments = @($candidate | Select-Object -Skip 1)
        if (Test-Python $candidate[0] $arguments) { $base = $candidate; break }
    }
    if ($null -eq $base) {
        Say "Python 3.10 to 3.13 is needed, and was not found: see https://www.python.org/downloads/windows/"
        exit 3
    }
    Say "making a virtual environment with $($base -join ' ')"
    if (Test-Path -LiteralPath $venv) { Remove-Item -LiteralPath $venv -Recurse -Force }
    $arguments = @($base | Select-Object -Skip 1)
    & $base[0] @arguments -m venv $venv
    if ($LASTEXITCODE -ne 0) { Say "cannot make a virtual environment"; exit 3 }
}

# --- packages, once, and again when pyproject.toml changes ---

$wanted = (Get-FileHash -LiteralPath (Join-Path $root "pyproject.toml")).Hash
$stamp = Join-Path $venv "ready-$wanted"
if (-not (Test-Path -LiteralPath $stamp)) {
    Say "installing packages (once; a few minutes)"
    & $python -m pip install --quiet --disable-pip-version-check --editable $root
    if ($LASTEXITCODE -ne 0) { Say "the packages could not be installed (no network?)"; exit 3 }
    Get-ChildItem -LiteralPath $venv -Filter "ready-*" | Remove-Item
    New-Item -ItemType File -Path $stamp | Out-Null
}

# --- play ---

# PowerShell makes a list of Ann,Bob: it is one word here.
$words = @($args | ForEach-Object { if ($_ -is [array]) { $_ -join "," } else { "$_" } })
$first = if ($words.Count -gt 0) { $words[0] } else { "" }
if ($first -eq "--rehearse") {
    $words = @("rehearse") + @($words | Select-Object -Skip 1)
} elseif ($first -eq "" -or $first.StartsWith("-")) {
    $words = @("play") + $words
}
& $python -m narrator @words
exit $LASTEXITCODE
