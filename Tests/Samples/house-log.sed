#!/usr/bin/env -S sed -E -f
# Turns a made trace into the log of a house with keys and names of its own.
s/"time":"([^"]*)T([^"]*)\.([0-9]{3})[0-9]*Z"/"at":"\1 \2.\3 +0000"/
s/"event":"process.start"/"what":"APP_PROCESS_UP"/
s/"event":"app.didFinishLaunching"/"what":"APP_LAUNCHED"/
s/"event":"scene.willConnect"/"what":"WINDOW_CONNECTED"/
s/"event":"scene.willEnterForeground"/"what":"WINDOW_SHOWS"/
s/"event":"scene.didActivate"/"what":"WINDOW_ACTIVE"/
s/"event":"scene.willDeactivate"/"what":"WINDOW_INACTIVE"/
s/"event":"scene.didEnterBackground"/"what":"WINDOW_HIDDEN"/
s/"event":"launch.firstFrame"/"what":"FIRST_FRAME"/
s/"event":"([^"]*)"/"what":"\1"/
s/"seq":/"n":/
s/"launch":/"session":/
s/"device":/"install":/
s/"deviceModel":/"hw":/
s/"osVersion":/"os":/
s/"appVersion":/"release":/
s/"app":/"bundle":/
s/"scene":/"window":/
s/,"appBuild":"[^"]*"/,"channel":"beta"/
