@echo off
rem Starts ./test with the bash of Git for Windows, or with the first bash on the PATH.
setlocal
set "bash=%ProgramFiles%\Git\bin\bash.exe"
if not exist "%bash%" set "bash=bash"
"%bash%" "%~dp0test" %*
exit /b %errorlevel%
