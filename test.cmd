@echo off
rem Starts ./test with the bash that Git for Windows installs, or with the one on the path.
setlocal
set "bash=%ProgramFiles%\Git\bin\bash.exe"
if not exist "%bash%" set "bash=bash"
"%bash%" "%~dp0test" %*
exit /b %errorlevel%
